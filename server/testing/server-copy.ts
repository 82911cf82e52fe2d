import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { demoAccounts } from '#server/demo/content.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { testItemsServer } from './items/feature.ts';
import { createTestDatabase } from './test-database.ts';

export const productionSettings = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://app.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

/** Makes a server use SQLite in its data folder, whatever database the tests run on. */
export const onSqlite = { DATABASE_URL: '' };

/**
 * Copies the kit and gives it a database, so that its processes need no build and do not read this folder's .env. The
 * path of the copy contains special characters of URLs.
 */
export async function createServerCopy() {
  const { folder, env: ownEnv, remove } = copyKit({ name: 'kit töst #1 100% %20-' });
  const database = await createTestDatabase();
  const children: ChildProcess[] = [];

  return {
    folder,
    run,
    start,
    startAndStop,

    /** Creates a database that no other test uses. Returns its settings. */
    async createDatabase(t: TestContext) {
      const { url, drop } = await createTestDatabase();
      t.after(drop);
      const DATA_DIR = await mkdtemp(join(folder, 'data-'));
      const settings = { DATA_DIR, DATABASE_URL: url ?? '' };
      return { settings, open: () => openDatabase(readConfig(settings), [testItemsServer]) };
    },

    async remove() {
      // A process left running by a failed test would keep this one alive.
      for (const child of children) child.kill('SIGKILL');
      await database.drop();
      remove();
    },
  };

  /** Starts the server with the test feature. */
  function start(env: NodeJS.ProcessEnv) {
    return run(['server/testing/main.ts'], env);
  }

  /** Starts the server, waits until it prints what is expected, and stops it. Returns what it printed. */
  async function startAndStop(env: NodeJS.ProcessEnv, expected: RegExp) {
    const server = start(env);
    const printed = await server.prints(expected);
    server.process.kill('SIGTERM');
    assert.equal((await server.ended).code, 0);
    return printed;
  }

  /** Runs a Node process in the copy. */
  function run(args: string[], env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...ownEnv, DATABASE_URL: database.url, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
    const errors = text(child.stderr);
    return {
      process: child,
      async prints(expected: RegExp) {
        while (!expected.test(printed)) await Promise.race([once(child.stdout, 'data'), failed()]);
        return printed;
      },
      ended: once(child, 'close').then(async ([code]) => ({
        code,
        output: printed + (await errors),
      })),
    };

    async function failed() {
      const [code] = await once(child, 'close');
      assert.fail(`ended with ${code}: ${await errors}`);
    }
  }
}

/** Signs in to a server. Returns the status of the response. */
export async function signIn(
  port: number | string,
  account: (typeof demoAccounts)[number] | undefined,
) {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  await response.text();
  return response.status;
}

/** Fails unless a process has ended with 1 and printed one line that matches. */
export function assertOneLine(
  { code, output }: { code: number; output: string },
  expected: RegExp,
) {
  assert.match(output, expected);
  assert.match(output, /^[^\n]+\n$/);
  assert.doesNotMatch(output, /secret/);
  assert.equal(code, 1);
}
