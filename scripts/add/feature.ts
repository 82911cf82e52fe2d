import type { FieldSpec, FieldSpecs } from './fields.ts';
import type { Names } from './names.ts';

/** What the command line asks for. */
export type NewFeature = { names: Names; fields: FieldSpecs; photo: boolean };

/** Returns a value that a field accepts. */
export function sampleOf(field: FieldSpec): string | number | boolean {
  switch (field.type) {
    case 'text':
      return 'First';
    case 'longtext':
      return 'Several words';
    case 'number':
      return 12.5;
    case 'date':
      return '2026-11-17';
    case 'boolean':
      return true;
    case 'select':
      return field.options[0] ?? '';
  }
}
