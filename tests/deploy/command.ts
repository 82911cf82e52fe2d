import assert from 'node:assert/strict';
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { copyKit } from '#tests/support/kit-copy.ts';
import { median } from '#tests/support/median.ts';
import { type Box, CADDY } from './box.ts';
import { measureLiveUpdates } from './live-updates.ts';
import { startLoad } from './load.ts';

const AFTER_STEP_MS = 200;
/** The flags of a server with Caddy. */
export const WITH_CADDY = ['--caddy', CADDY, '--internal-certificates'];

export type Options = { host?: string; flags?: string[]; path?: string | undefined };
export type Command = ReturnType<typeof deployCommand>;

/** Runs npm run deploy of a copy of the kit against a box, as people do. */
export function deployCommand({ folder }: ReturnType<typeof copyKit>, box: Box) {
  const { domain } = box;
  let authority = '';

  function start({ host = `root@${domain}`, flags = [], path = box.path }: Options = {}) {
    return spawn(process.execPath, ['scripts/deploy/deploy.ts', host, ...flags], {
      cwd: folder,
      env: { ...process.env, PATH: path, NODE_TEST_CONTEXT: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  const end = (options?: Options) => ended(start(options));

  /** Runs it, which must succeed. Returns what it prints. */
  async function succeeds(options?: Options) {
    const { status, output, errors } = await end(options);
    assert.equal(status, 0, `${output}\n${errors}`);
    return output;
  }

  /** Runs it, which must fail with one line. */
  async function fails(message: RegExp, options?: Options) {
    const { status, output, errors } = await end(options);
    assert.equal(status, 1, output);
    assert.match(errors.trim(), message);
  }

  /** Starts it and calls `act` soon after a step has ended, so in the middle of the next one. */
  async function during(step: string, act: (child: ChildProcess) => unknown, options?: Options) {
    const child = start(options);
    const exited = ended(child);
    const reached = new Promise((resolve) => {
      child.stdout.on('data', (chunk) => String(chunk).includes(step) && resolve(chunk));
    });
    await Promise.race([reached, exited]);
    await sleep(AFTER_STEP_MS);
    await act(child);
    return exited;
  }

  /** Requests a path at the public address. */
  function page(path: string, token?: string) {
    return new Promise<string>((resolve, reject) => {
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      get(`https://${domain}${path}`, { ca: authority, headers }, (response) =>
        text(response).then(resolve, reject),
      ).on('error', reject);
    });
  }

  return {
    end,
    succeeds,
    fails,
    during,
    page,

    /** Returns the flags for a new server. */
    newServer(settings: Record<string, string> = {}, proxy = WITH_CADDY) {
      const all = {
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Notes <notes@example.com>',
        MAX_ITEMS_PER_USER: '1000000',
        MAX_PHOTO_MB_PER_USER: '1000000',
        ...settings,
      };
      const file = join(folder, 'deploy-settings.env');
      const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(file, lines.join(''));
      return ['--domain', domain, '--settings', file, ...proxy];
    },

    /** Trusts the certificates of an authority: by default that of Caddy on the box. */
    async trustAuthority(file = '/var/lib/private/app-proxy/caddy/pki/authorities/local/root.crt') {
      authority = await box.run(`cat ${file}`);
    },

    /** Prints how fast the changes of one device reach another. Each must arrive. */
    async showLiveUpdates(name: string, token: string) {
      const times = await measureLiveUpdates(`https://${domain}`, authority, token);
      const rounded = [median(times), Math.max(...times)].map(Math.round);
      console.log(`${name}: an event after ${rounded[0]} ms, the slowest after ${rounded[1]} ms`);
    },

    /** Does something under load: no request may fail, no acknowledged write may be lost. Returns what was seen. */
    async underLoad(tokens: string[], work: () => Promise<unknown>) {
      const load = startLoad(`https://${domain}`, authority, tokens);
      let seen: Awaited<ReturnType<typeof load.stop>>;
      try {
        await work();
      } finally {
        seen = await load.stop();
      }
      assert.deepEqual(seen.failed, []);
      await expectStored(seen.acknowledged);
      await expectPhotos(seen.photos, tokens[0] as string);
      return seen;
    },
  };

  async function expectPhotos(paths: string[], token: string) {
    const missing = [];
    for (const path of paths)
      if (isError(await page(`/api/file/files/${path}`, token))) missing.push(path);
    assert.deepEqual(missing, []);
  }

  async function expectStored(acknowledged: Map<string, string[]>) {
    for (const [token, ids] of acknowledged) {
      const { notes } = JSON.parse(await page('/api/notes', token));
      const stored = new Set<string>(notes.map(({ id }: { id: string }) => id));
      assert.deepEqual(
        ids.filter((id) => !stored.has(id)),
        [],
      );
    }
  }
}

const isError = (body: string) => body.startsWith('{');

async function ended(child: ChildProcessByStdio<null, Readable, Readable>) {
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [status] = await once(child, 'close');
  return { status: status as number | null, output, errors };
}
