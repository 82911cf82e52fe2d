import * as v from 'valibot';

export type FieldErrors = Record<string, string>;

export type Validated<Output> =
  | { valid: true; value: Output }
  | { valid: false; fields: FieldErrors };

/** Validates a form or a body against its schema. Returns the first message for each invalid field. */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  input: Record<string, unknown>,
): Validated<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, withEveryKey(schema, input));
  if (result.success) return { valid: true, value: result.output };
  const fields: FieldErrors = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue)?.split('.')[0];
    if (field) fields[field] ??= issue.message;
  }
  return { valid: false, fields };
}

/** Adds missing fields as undefined, so that they fail with their own message and not with the object's. */
function withEveryKey(schema: v.GenericSchema, input: Record<string, unknown>) {
  const entries = 'entries' in schema ? (schema.entries as v.ObjectEntries) : {};
  const missing = Object.keys(entries).filter(
    (key) => !(key in input) && entries[key]?.type !== 'optional',
  );
  return { ...input, ...Object.fromEntries(missing.map((key) => [key, undefined])) };
}
