/** Adds the statement that failed to the error, for reports. It has placeholders instead of values. */
export function addStatement(error: unknown, statement: string) {
  return error instanceof Error ? Object.assign(error, { statement }) : error;
}
