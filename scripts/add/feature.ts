import type { FieldSpecs } from './fields.ts';
import type { Names } from './names.ts';

/** What the command line asks for. */
export type NewFeature = { names: Names; fields: FieldSpecs; photo: boolean };
