import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';

/** One line of the report. The text says what is fine, or what is wrong and how to fix it. */
export type Finding = { state: 'ok' | 'problem' | 'note'; text: string };

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const note = (text: string): Finding => ({ state: 'note', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });

export type Purpose = { production: boolean };

/** Checks one subject. Changes nothing. */
export type Check = (config: Config, purpose: Purpose) => Promise<Finding[]>;

/** Longer than any connection attempt takes. */
const LIMIT_MS = 30_000;

/** Runs a check. If it throws or takes too long, that is a problem. */
export function runCheck(check: () => Promise<Finding[]>) {
  const late = sleep(LIMIT_MS, [problem(`no result after ${LIMIT_MS / 1000} seconds`)]);
  return Promise.race([check(), late]).catch((error) => [problem(reasonOf(error))]);
}

/** Returns the message of the root cause, which `fetch` and the file store wrap in errors of their own. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (cause instanceof Error) return reasonOf(cause);
  return message || code || String(error);
}
