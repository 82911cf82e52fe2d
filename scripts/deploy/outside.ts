import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '#scripts/product/change-command.ts';

const ANSWER_LIMIT_MS = 10_000;
/** A new certificate may take some time. */
const LIMIT_MS = 90_000;
const RETRY_AFTER_MS = 500;

/**
 * Waits until the public address answers with the version that was built here. `authority` is a certificate to trust
 * besides those of the public authorities. Throws with the reason if it does not.
 */
export async function checkFromOutside(publicUrl: string, authority?: string) {
  const script = scriptIn(readFileSync(join(root, 'dist/index.html'), 'utf8'));
  const limit = Date.now() + LIMIT_MS;
  for (;;) {
    const problem = await findProblem(publicUrl, script, authority).catch(explain);
    if (!problem) return;
    if (Date.now() > limit) throw new Error(`${publicUrl} ${problem}`);
    await sleep(RETRY_AFTER_MS);
  }
}

async function findProblem(url: string, script: string | undefined, authority?: string) {
  const ready = await get(`${url}/api/ready`, authority);
  if (ready.status !== 200) return `answers ${ready.status} to /api/ready.`;
  const page = await get(`${url}/`, authority);
  if (page.status !== 200) return `answers ${page.status}.`;
  if (scriptIn(page.body) !== script) return 'shows another version.';
  return undefined;
}

function explain(error: NodeJS.ErrnoException) {
  const { code, message } = error;
  if (code === 'ENOTFOUND') return 'has no address: create a DNS record for it.';
  if (code === 'ECONNREFUSED' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH')
    return 'cannot be reached: open the ports 80 and 443 in the firewall, also in that of the provider.';
  return `cannot be reached: ${message || code}.`;
}

async function get(url: string, ca: string | undefined) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(url, { ...(ca && { ca }), agent: false, timeout: ANSWER_LIMIT_MS });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.end();
  });
}

const scriptIn = (html: string) => /<script[^>]+src="([^"]+)"/.exec(html)?.[1];
