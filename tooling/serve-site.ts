import { features } from '#features/server.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { readConfig } from '#server/config.ts';
import { prepareMode } from '#server/demo/prepare.ts';
import { silentLog } from '#server/log.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import type { User } from '#shared/auth.ts';
import { newEmail, TEST_PASSWORD, TEST_PEOPLE_PATH, type TestPerson } from './test-people.ts';

/** Short, so that tests do not wait for emails. */
const MAIL_EVERY_MS = 100;

// usage: node tooling/serve-site.ts [FOLDER]    the real server for browser tests; FOLDER is the built site
const config = readConfig();
const server = await startServer(config, silentLog, {
  features,
  site: process.argv[2],
  prepare: (dependencies) => prepareMode(config.mode, dependencies),
  mailEveryMs: MAIL_EVERY_MS,
});
addTestPeople(server);

/** Adds an endpoint that creates a confirmed account in a few milliseconds, without hashing a password or sending an email. */
function addTestPeople({ app, accounts, sessions }: RunningServer) {
  const hash = hashPassword(TEST_PASSWORD);
  app.post(TEST_PEOPLE_PATH, async (c) => {
    const { user_type } = await c.req.json<Pick<User, 'user_type'>>();
    const password_hash = await hash;
    const profile = { email: newEmail(), first_name: 'Ada', last_name: 'Byron', user_type };
    const id = await accounts.seed({ ...profile, password_hash });
    const token = (await sessions.start({ id, password_hash })) as string;
    const { email } = profile;
    const person: TestPerson = { email, password: TEST_PASSWORD, token, user: { id, ...profile } };
    return c.json(person);
  });
}
