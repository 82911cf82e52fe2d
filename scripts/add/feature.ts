import type { FieldSpecs } from './fields.ts';
import type { Names } from './names.ts';

/** The feature that the command line describes. */
export type NewFeature = { names: Names; fields: FieldSpecs; photo: boolean };
