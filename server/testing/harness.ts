import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import type { Schema } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';
import { type Log, silentLog } from '#server/log/log.ts';
import { readOutbox } from '#server/mail/outbox.ts';
import { startServer } from '#server/process/server.ts';
import { kit } from '#shared/endpoints.ts';
import { createTestPerson } from '#tests/support/create-test-person.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createClient, describeServer } from './client.ts';
import { testItemsServer } from './items/feature.ts';
import { rememberErrors } from './reported-errors.ts';
import type { SmtpServer } from './smtp-server.ts';
import { createTestDatabase } from './test-database.ts';

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
export type Person = Awaited<ReturnType<TestServer['signUp']>>;
export type ReceivedEmail = { to: string; subject: string; text: string; html: string };

/** Short, so that tests do not wait for emails, or for requests that never come when they stop a server. */
const MAIL_EVERY_MS = 50;
const IDLE_GRACE_MS = 1;

export const PUBLIC_URL = 'http://kit.test';

/** Starts a real server on a free port with a real database, in a temporary folder that is deleted at the end. */
export async function startTestServer({
  features = [testItemsServer],
  env = {},
  log = silentLog,
  mailEveryMs = MAIL_EVERY_MS,
  idleGraceMs = IDLE_GRACE_MS,
  readEmails = readMailbox,
  site: builtSite,
}: {
  /** The features to test instead of the items. */
  features?: ServerFeature[];
  env?: NodeJS.ProcessEnv;
  log?: Log;
  mailEveryMs?: number;
  idleGraceMs?: number;
  readEmails?: (url: string) => Promise<ReceivedEmail[]>;
  /** The folder of a built site, instead of the default tiny one. */
  site?: string;
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  const site = builtSite ?? (await makeTinySite(folder));
  const database = await createTestDatabase();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    ...env,
  });
  const reported = rememberErrors(log);
  const options = { features, site, mailEveryMs, idleGraceMs };
  const start = () => startServer(config, reported.log, options);
  let running = await start();
  const url = () => `http://127.0.0.1:${running.port}`;
  const described = describeServer(url, features, reported.errorOf);
  const anyone = createClient(described);

  return {
    ...anyone,
    config,
    site,
    get running() {
      return running;
    },
    get query() {
      return running.database.query;
    },
    get url() {
      return url();
    },
    get port() {
      return running.port;
    },
    as: (token: string) => createClient(described, token),
    register,
    signUp,
    signUpByEmail,
    emailsTo,
    emailTo,
    waitForMail,
    waitForSweep,
    count,
    everyRow,
    rowsOf,
    storedFiles: async () => (await readdir(join(config.dataDir, 'files'))).sort(),

    async restart(whileStopped?: () => Promise<void>) {
      await running.stop();
      await whileStopped?.();
      running = await start();
    },

    async stop() {
      await running.stop();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };

  /** Registers a user without confirming the address. */
  async function register(overrides: Partial<ReturnType<typeof newPerson>> = {}) {
    const person = { ...newPerson(), ...overrides };
    await anyone.call(kit.register, { body: person });
    return person;
  }

  /** Creates a confirmed account and signs it in, without hashing each password and without an email. */
  async function signUp(overrides: Partial<ReturnType<typeof newPerson>> = {}) {
    const account = { ...newPerson(), password: TEST_PASSWORD, ...overrides };
    const person = await createTestPerson(running, { ...account, user_type: 'user' });
    return { ...person, ...createClient(described, person.token) };
  }

  /** Registers a user, opens the link in the email and signs in. */
  async function signUpByEmail(overrides: Partial<ReturnType<typeof newPerson>> = {}) {
    const { email, password } = await register(overrides);
    const { access_token } = linkIn(await emailTo(email));
    await anyone.call(kit.confirm, { body: { access_token, type: 'signup' } });
    const { token, user } = await anyone.call(kit.login, { body: { email, password } });
    return { email, password, token, user, ...createClient(described, token) };
  }

  async function emailTo(email: string) {
    const message = (await emailsTo(email)).at(-1);
    assert.ok(message, `no email to ${email}`);
    return message;
  }

  /** Returns the emails to an address, oldest first. */
  async function emailsTo(email: string) {
    await waitForMail();
    return (await readEmails(url())).filter(({ to }) => to === email);
  }

  /** Waits until every queued email is delivered or given up. */
  function waitForMail() {
    return waitFor(
      'the outbox is empty',
      async () => (await readOutbox(running.database.query)).queued === 0,
    );
  }

  /** Waits until the bytes of every photo deleted so far are gone. */
  function waitForSweep() {
    return waitFor('deleted photos are swept', async () => {
      const files = await everyRow('files');
      const isSwept = files.every(({ removed_at, kept_until }) => !removed_at || kept_until);
      return isSwept && (await count('removed_blobs')) === 0;
    });
  }

  async function count(table: keyof Schema) {
    return (await everyRow(table)).length;
  }

  /** Returns a user's rows in some tables. */
  async function rowsOf(userId: string, tables: (keyof Schema)[]) {
    const rows: object[] = (await Promise.all(tables.map((table) => everyRow(table)))).flat();
    return rows.filter(
      (row) => ('user_id' in row ? row.user_id : 'id' in row && row.id) === userId,
    );
  }

  function everyRow<Table extends keyof Schema>(table: Table) {
    return running.database.query
      .selectFrom(table as 'users')
      .selectAll()
      .execute() as unknown as Promise<Schema[Table][]>;
  }
}

/** Starts a server in production mode: with its real limits, sending emails by SMTP and without the demo. */
export async function startProductionServer({
  env = {},
  log = silentLog,
  smtpServer: own,
}: {
  env?: NodeJS.ProcessEnv;
  log?: Log;
  /** Used instead of a mail server that accepts everything. */
  smtpServer?: SmtpServer;
} = {}) {
  // Loaded only where it is needed, because loading takes time.
  const smtpServer = own ?? (await (await import('./smtp-server.ts')).startSmtpServer());
  const server = await startTestServer({
    env: { NODE_ENV: 'production', SMTP_URL: smtpServer.url, ...env },
    log,
    readEmails: async () => smtpServer.emails,
  });
  const { stop } = server;
  return Object.assign(server, {
    smtpServer,
    async stop() {
      await stop();
      await smtpServer.close();
    },
  });
}

let personCount = 0;
export function newPerson() {
  const number = ++personCount;
  return {
    email: `person-${number}@example.com`,
    password: `password of person ${number}`,
    first_name: 'Ada',
    last_name: 'Lovelace',
  };
}

/** Returns the first link of an email and the token in its fragment. */
export function linkIn({ text }: Pick<ReceivedEmail, 'text'>) {
  const url = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? '');
  const fragment = new URLSearchParams(url.hash.slice(1));
  return { url, fragment, access_token: fragment.get('access_token') ?? '' };
}

async function readMailbox(url: string): Promise<ReceivedEmail[]> {
  const response = await fetch(`${url}/dev/mailbox`, { headers: { Accept: 'application/json' } });
  const { emails } = (await response.json()) as {
    emails: ({ recipient: string } & ReceivedEmail)[];
  };
  return emails.map(({ recipient, ...message }) => ({ ...message, to: recipient })).reverse();
}

async function makeTinySite(folder: string) {
  const site = join(folder, 'site');
  await mkdir(join(site, 'assets'), { recursive: true });
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Home</title>');
  await writeFile(join(site, 'login.html'), '<!doctype html><title>Sign in</title>');
  await writeFile(join(site, '404.html'), '<!doctype html><title>Nothing here</title>');
  await writeFile(join(site, 'assets', 'main-abc123.js'), 'console.log(1);');
  await writeFile(join(site, '.env'), 'SECRET=1');
  return site;
}
