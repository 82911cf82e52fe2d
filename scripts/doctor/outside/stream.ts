import { kit } from '#shared/endpoints.ts';
import { type Finding, note, ok, problem, reasonOf } from '../check.ts';
import { jsonIn, quote } from './content.ts';
import type { Server } from './server.ts';

export type Account = { email: string; password: string };

const EVENT_LIMIT_MS = 5000;

/** Signs in, checks that an event arrives at once, and signs out again. */
export async function checkStream(
  { address, isTrusted, send }: Server,
  account: Account | undefined,
): Promise<Finding[]> {
  if (!account)
    return [
      note('the event stream was not checked, which needs an account: --account you@example.com'),
    ];
  if (!isTrusted)
    return [note('the event stream was not checked: no password is sent without a certificate')];
  const answer = await send(kit.login.path, {
    method: kit.login.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token, error } = jsonIn(answer) ?? {};
  if (answer.status !== 200 || typeof token !== 'string')
    return [
      problem(
        `${account.email} cannot sign in, the answer is ${answer.status}${error ? ` ${quote(error)}` : ''}: check address and password`,
      ),
    ];
  const headers = { Authorization: `Bearer ${token}` };
  try {
    return [await awaitEvent(`${address.origin}${kit.changesStream.path}`, headers)];
  } finally {
    await send(kit.logout.path, { method: kit.logout.method, headers });
  }
}

async function awaitEvent(url: string, headers: Record<string, string>) {
  const signal = AbortSignal.timeout(EVENT_LIMIT_MS);
  try {
    const response = await fetch(url, { headers, signal });
    if (response.status !== 200)
      return problem(`the event stream answers ${response.status}: see the log of the server`);
    const text = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
    for await (const chunk of text)
      if (chunk.includes('data:')) return ok('the event stream arrives at once');
    return problem('the event stream ends without an event: see the log of the reverse proxy');
  } catch (error) {
    if (!signal.aborted) return problem(`the event stream fails: ${reasonOf(error)}`);
    return problem(
      `no event of the stream arrives within ${EVENT_LIMIT_MS / 1000} seconds: let the reverse proxy pass on each event of ${kit.changesStream.path} at once (nginx: proxy_buffering off)`,
    );
  }
}
