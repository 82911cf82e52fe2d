import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { assertHealthy, assertProblem, runDoctor } from './testing.ts';

const kit = copyKit();
after(kit.remove);

test('npm run doctor finds no problem in a fresh clone with its packages, and changes nothing', async () => {
  const exclude = ['node_modules/**', 'node-compile-cache', 'node-compile-cache/**'];
  const files = () => globSync('**', { cwd: kit.folder, exclude }).sort();
  const before = files();
  assertHealthy(
    await runDoctor(kit.folder),
    /^ok +runtime: Node [\d.]+ runs the app$/,
    /^ok +packages: node_modules matches/,
    /^ok +settings: a demo at http:\/\/localhost:\d+/,
    /^ok +ports: PORT \d+ is free$/,
    /^ok +database: there is no database yet/,
    /^ok +database: \d+ MB are free/,
    /^ok +email: .*\/dev\/mailbox$/,
    /^ok +files: photos are stored in /,
    /^ok +browser: /,
    /^(ok|note) +native: .*JDK/,
    /^There are no problems\.$/,
  );
  assert.deepEqual(files(), before);
});

describe('npm run doctor', { concurrency: 4 }, () => {
  test('reports an invalid setting with the server’s message', async () => {
    const report = await runDoctor(kit.folder, { WORKERS: 'many' });
    assertProblem(report, /^problem +settings: WORKERS must be a whole number .* \.env/);
    assert.ok(report.lines.some((line) => /^note +others: .* valid settings/.test(line)));
  });

  test('tells whether a port is used by another program or by the app', async (t) => {
    const other = createServer((socket) => socket.end('Something else')).listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    assertProblem(
      await runDoctor(kit.folder, { PORT }),
      /^problem +ports: PORT: .* is already in use\. Stop .* or set another PORT\.$/,
    );

    const DATA_DIR = join(kit.folder, 'data-of-running');
    const { url, listening } = await kit.start({ DATA_DIR }, { main: 'server/main.ts' });
    await listening();
    assertHealthy(
      await runDoctor(kit.folder, { DATA_DIR, PORT: new URL(url).port }),
      /^ok +ports: PORT \d+ is used by this app, which is running$/,
      /^ok +database: every migration has run$/,
    );
  });

  test('notices a data folder that this user cannot write', {
    // See folders.test.ts.
    skip: process.getuid?.() === 0 && 'root may write everywhere',
  }, async (t) => {
    const DATA_DIR = join(kit.folder, 'read-only');
    mkdirSync(DATA_DIR);
    chmodSync(DATA_DIR, 0o555);
    t.after(() => rmSync(DATA_DIR, { recursive: true }));
    const { code, problems } = await runDoctor(kit.folder, { DATA_DIR });
    assert.equal(code, 1);
    const both = problems.map(
      (line) => /^problem +(\w+): .*read-only cannot be written/.exec(line)?.[1],
    );
    assert.deepEqual(both, ['database', 'files']);
  });

  test('notices that the browser is missing, which only tests need', async () => {
    const env = { CHROMIUM: '/nowhere/chromium' };
    assertProblem(await runDoctor(kit.folder, env), /^problem +browser: CHROMIUM is \/nowhere/);
  });

  test('prints its usage for an unknown argument', async () => {
    await assert.rejects(
      runDoctor(kit.folder, {}, { args: ['--nonsense'] }),
      /usage: npm run doctor/,
    );
  });
});

test('npm run doctor reports unknown and misspelt settings, and a settings file that others can read', async (t) => {
  const file = join(kit.folder, '.env');
  t.after(() => rmSync(file));
  writeFileSync(file, 'MAIL_SERVER=127.0.0.1\n', { mode: 0o644 });
  assertHealthy(
    await runDoctor(kit.folder),
    /^note +settings: unknown setting MAIL_SERVER in \.env/,
    /^note +settings: .*chmod 640 \.env$/,
  );
  writeFileSync(file, 'SMTP_ULR=smtp://127.0.0.1\nWORKERS=many\n');
  const { problems } = await runDoctor(kit.folder);
  assert.match(problems[0] ?? '', /^problem +settings: WORKERS must be a whole number/);
  assert.match(problems[1] ?? '', /^problem +settings: SMTP_ULR is not a setting, but SMTP_URL is/);
});
