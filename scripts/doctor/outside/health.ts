import { kit } from '#shared/endpoints.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { note, ok, problem } from '../check.ts';
import { jsonIn, quote } from './content.ts';
import type { Answer } from './send.ts';
import type { OutsideCheck } from './server.ts';

/** Checks that the server is ready, and which version it is. */
export const checkHealth: OutsideCheck = async ({ send }) => {
  const [ready, health] = await Promise.all([send(kit.ready.path), send(kit.health.path)]);
  return [checkReady(ready), checkVersion(health)];
};

function checkReady(answer: Answer) {
  const { status } = answer;
  if (status === 200 && jsonIn(answer)?.status === 'ready') return ok('the server is ready');
  const error = jsonIn(answer)?.error;
  if (error)
    return problem(
      `the server is not ready, ${kit.ready.path} answers ${status} ${quote(error)}: check database, file store and disk, in the log of the server`,
    );
  return problem(
    `${kit.ready.path} answers ${status}, which is not an answer of the server: check that it runs and that the reverse proxy uses its port`,
  );
}

function checkVersion(answer: Answer) {
  const version = jsonIn(answer)?.version;
  if (answer.status !== 200 || typeof version !== 'string')
    return problem(
      `${kit.health.path} answers ${answer.status} without a version: check that the reverse proxy passes on /api`,
    );
  return version === packageJson.version
    ? ok(`runs version ${version}`)
    : note(
        `runs version ${quote(version)}, and this folder has ${packageJson.version}: differences may be due to that`,
      );
}
