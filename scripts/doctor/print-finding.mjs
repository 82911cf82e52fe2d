/** Prints a finding as one line: `ok`, `note` or `problem`, then its subject and text. */
export function printFinding(subject, { state, text }) {
  console.log(`${state.padEnd(8)} ${subject}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
}
