import type { Problem } from './recorder.ts';

type Received = { status: number; retryAfter: string | undefined; text: string };

/** Finds what is wrong with a response. A 503 is deliberate and therefore right if it says when to try again. */
export function findProblem(
  { status, retryAfter, text }: Received,
  expected: number[],
): Problem | undefined {
  const shown = `${status} ${text.slice(0, 200)}`;
  if (status >= 500 && status !== 503) return { rule: 'server error', text: shown };
  if (status === 503 || status === 429) {
    if (!/^[1-9]\d*$/.test(retryAfter ?? '')) return { rule: 'no Retry-After', text: shown };
    if (!isErrorEnvelope(text)) return { rule: 'unexpected', text: `${shown} (no envelope)` };
    if (status === 503) return undefined;
  }
  if (!expected.includes(status)) return { rule: 'unexpected', text: shown };
  if (status >= 400 && !isErrorEnvelope(text))
    return { rule: 'unexpected', text: `${shown} (no envelope)` };
  return undefined;
}

function isErrorEnvelope(text: string) {
  try {
    const { success, error } = JSON.parse(text);
    return success === false && typeof error === 'string' && error !== '';
  } catch {
    return false;
  }
}
