import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scriptIn } from '#scripts/doctor/outside/content.ts';
import { explainConnectionError, send } from '#scripts/doctor/outside/send.ts';
import { root } from '#scripts/product/change-command.ts';

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
    const problem = await findProblem(publicUrl, script, authority).catch(explainConnectionError);
    if (!problem) return;
    if (Date.now() > limit) throw new Error(`${publicUrl} ${problem}.`);
    await sleep(RETRY_AFTER_MS);
  }
}

async function findProblem(url: string, script: string | undefined, ca: string | undefined) {
  const ready = await send(`${url}/api/ready`, { ca });
  if (ready.status !== 200) return `answers ${ready.status} to /api/ready`;
  const page = await send(`${url}/`, { ca });
  if (page.status !== 200) return `answers ${page.status}`;
  if (scriptIn(page.body.toString()) !== script) return 'shows another version';
  return undefined;
}
