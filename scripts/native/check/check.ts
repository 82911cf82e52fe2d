/** A check returns if it passes and throws if it fails. */
export type Check = { name: string; run(): Promise<void> | void };

/** Thrown by a check that cannot run on this machine; its message says why. */
export class Skipped extends Error {}

export async function runChecks(checks: Check[]) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run } of checks) {
    try {
      await run();
      totals.passed++;
      console.log(`ok       ${name}`);
    } catch (error) {
      const outcome = error instanceof Skipped ? 'skipped' : 'failed';
      totals[outcome]++;
      console.log(`${outcome.padEnd(8)} ${name}: ${(error as Error).message}`);
    }
  }
  return totals;
}

export function expectAll(text: string, patterns: Record<string, RegExp>) {
  const missing = Object.entries(patterns).filter(([, pattern]) => !pattern.test(text));
  if (missing.length > 0) throw new Error(`not found: ${missing.map(([what]) => what).join(', ')}`);
}
