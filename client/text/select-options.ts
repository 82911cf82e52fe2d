/**
 * Returns the values and labels of the options. Includes the current value even if the field no longer has it:
 * otherwise the first option would look chosen, and choosing it would not be a change.
 */
export function selectOptions(options: Readonly<Record<string, string>>, value: unknown) {
  const entries = Object.entries(options);
  const current = String(value ?? '');
  const isKnown = current === '' || Object.hasOwn(options, current);
  return isKnown ? entries : [...entries, [current, current] as const];
}
