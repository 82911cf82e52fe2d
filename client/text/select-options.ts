/**
 * Returns the values and labels of the options. The current value is one of them even if the field does not have it any
 * more: otherwise the first option would look chosen, and choosing that would not be a change.
 */
export function selectOptions(
  options: Readonly<Record<string, string>>,
  value: unknown,
  otherLabel?: string,
) {
  const entries = Object.entries(options);
  const current = String(value ?? '');
  const isKnown = current === '' || Object.hasOwn(options, current);
  return isKnown ? entries : [...entries, [current, otherLabel ?? current] as const];
}
