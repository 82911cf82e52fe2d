import { json as readJson } from 'node:stream/consumers';
import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { prepareMode } from '#server/demo/prepare.ts';
import { json } from '#server/http/responses.ts';
import { silentLog } from '#server/log/log.ts';
import { type RunningServer, startServer } from '#server/process/server.ts';
import type { User } from '#shared/auth.ts';
import { createTestPerson } from './create-test-person.ts';
import { TEST_PEOPLE_PATH } from './test-people.ts';

/** Short, so that tests do not wait for emails. */
const MAIL_EVERY_MS = 100;

// usage: node tests/support/serve-site.ts [FOLDER]    the real server for browser tests; FOLDER is the built site
const config = readConfig();
const server = await startServer(config, silentLog, {
  features,
  site: process.argv[2],
  prepare: (dependencies) => prepareMode(config.mode, dependencies),
  mailEveryMs: MAIL_EVERY_MS,
});
addTestPeople(server);

/** Adds an endpoint that creates a confirmed account in a few milliseconds. */
function addTestPeople({ router, ...dependencies }: RunningServer) {
  router.add('POST', TEST_PEOPLE_PATH, async ({ request }) => {
    const { user_type } = (await readJson(request)) as Pick<User, 'user_type'>;
    return json(200, await createTestPerson(dependencies, { user_type }));
  });
}
