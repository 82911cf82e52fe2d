/** Adds the failed statement to the error, for reports. It contains placeholders instead of values. */
export function addStatement(error: unknown, statement: string) {
  return error instanceof Error ? Object.assign(error, { statement }) : error;
}
