import { spawnSync } from 'node:child_process';

/** A check returns if it passes and throws if it fails. */
export type Check = { name: string; run(): Promise<void> | void };

/** Thrown by a check that cannot run on this machine. The message says why. */
export class Skipped extends Error {}

export type Totals = ReturnType<typeof newTotals>;

export const newTotals = () => ({ ok: 0, failed: 0, skipped: 0, 'to do': 0 });

/** Runs checks and prints a line for each. `otherwise` is what one that throws is called. */
export async function runChecks(checks: Check[], otherwise: 'failed' | 'to do', totals: Totals) {
  for (const { name, run } of checks) {
    let outcome: keyof Totals = 'ok';
    let reason = '';
    try {
      await run();
    } catch (error) {
      outcome = error instanceof Skipped ? 'skipped' : otherwise;
      reason = `: ${(error as Error).message}`;
    }
    totals[outcome]++;
    console.log(`${outcome.padEnd(8)} ${name}${reason}`);
  }
}

export function expect(holds: boolean, otherwise: string) {
  if (!holds) throw new Error(otherwise);
}

export function expectAll(text: string, patterns: Record<string, RegExp>) {
  const missing = Object.entries(patterns).filter(([, pattern]) => !pattern.test(text));
  if (missing.length > 0) throw new Error(`not found: ${missing.map(([what]) => what).join(', ')}`);
}

/** Runs a program. Returns its output, or throws an error with it if it fails. */
export function outputOf(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${(stderr || stdout).trim()}`);
  return stdout;
}
