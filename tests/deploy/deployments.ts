import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { median } from '#tests/support/median.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type Box, bootBox } from './box.ts';
import {
  addBreakingMigration,
  addBreakingMigrationsThatHang,
  addBreakingMigrationThatFails,
  brokenVersions,
} from './broken-versions.ts';
import { type Command, deployCommand, WITH_CADDY } from './command.ts';
import { createSessions } from './sessions.ts';

const SERVER = join(import.meta.dirname, '../../server');
const DEPLOYMENTS = Number(process.env.DEPLOYMENTS ?? 30);
const STATE =
  'readlink /opt/app/current; ls /opt/app/versions /opt/app/runtimes; md5sum /etc/app.*';

/**
 * Tests npm run deploy on one engine, against a server that it sets up. The order matters: each test continues with the
 * server as it is.
 */
export function testDeployments(
  engine: 'SQLite' | 'PostgreSQL',
  {
    number,
    settings = {},
    prepare,
  }: {
    number: number;
    settings?: Record<string, string>;
    prepare?: (box: Box) => Promise<unknown>;
  },
) {
  const domain = `${engine.toLowerCase()}.test`;
  const kit = copyKit();
  let count = 0;
  let box: Box;
  let command: Command;
  let tokens: string[];

  before(async () => {
    box = await bootBox({ number, domain });
    await prepare?.(box);
    command = deployCommand(kit, box);
  });

  after(() => {
    box?.stop();
    kit.remove();
  });

  const restoreServer = () => cpSync(SERVER, join(kit.folder, 'server'), { recursive: true });
  /** Changes the server, so that a deployment has something to upload. */
  const change = () =>
    kit.replace('server/main.ts', /^/, `process.env.DEPLOYMENT = '${++count}';\n`);

  test('a dry run on a bare server prints what would run there, and changes nothing', async () => {
    const printed = await command.succeeds({
      flags: [...command.newServer(settings), '--dry-run'],
    });
    assert.match(printed, /deploy\/server\/prepare\.sh[\s\S]*deploy\/server\/switch\.sh/);
    assert.match(printed, /^Nothing was changed\.$/m);
    assert.equal(await box.run('ls /opt; ls -d /etc/app.env 2> /dev/null || true'), '');
  });

  test('the first deployment, killed in each step, is finished by the next one', async () => {
    const flags = command.newServer(settings);
    for (const step of ['Building', 'Uploading Node', 'Uploading Caddy', ' files, '])
      await command.during(step, (child) => child.kill('SIGKILL'), { flags });
    const hasSettings = await box.run('cat /etc/app.env | wc -l');
    assert.ok(Number(hasSettings) > 0);
    await command.succeeds({ flags: WITH_CADDY });
    await command.trustAuthority();
    assert.match(await command.page('/'), /<title>/);
    tokens = await createSessions(box, 3);
  });

  test('the first administrator is made on the server', async () => {
    const failed = await box.run('app admin grant nobody@example.com 2>&1 || true');
    assert.match(failed, /nobody@example\.com/);
  });

  test('changes reach other devices through Caddy', () =>
    command.showLiveUpdates(`${engine}, Caddy`, tokens[0] as string));

  test('a dry run of a further deployment changes nothing', async () => {
    const state = await box.run(STATE);
    change();
    const printed = await command.succeeds({ flags: ['--dry-run'] });
    assert.match(printed, /deploy\/server\/rehearse\.sh/);
    assert.equal(await box.run(STATE), state);
  });

  test(`${DEPLOYMENTS} deployments in a row under load fail no request and lose no write`, async () => {
    const seconds: number[] = [];
    const seen = await command.underLoad(tokens, async () => {
      for (let left = DEPLOYMENTS; left > 0; left--) {
        change();
        const started = performance.now();
        await command.succeeds();
        seconds.push((performance.now() - started) / 1000);
      }
    });
    console.log(
      `${engine}: ${DEPLOYMENTS} deployments, median ${median(seconds).toFixed(1)} s; ${seen.reads} reads, ${seen.writes} writes, the slowest ${Math.round(seen.slowest)} ms; longest without a stream ${Math.round(seen.longestGap)} ms`,
    );
    assert.ok(seen.gaps >= DEPLOYMENTS * tokens.length, 'every stream came back each time');
  });

  test('old versions are deleted, and a further one sends little', async () => {
    const before = box.sentBytes();
    change();
    const printed = await command.succeeds();
    const kilobytes = Math.round((box.sentBytes() - before) / 1000);
    console.log(`${engine}: a deployment sends ${kilobytes} KB\n${printed}`);
    const versions = (await box.run('ls /opt/app/versions')).trim().split('\n');
    assert.equal(versions.length, 5);
  });

  for (const [what, make, message] of brokenVersions)
    test(`a version that ${what} does not stay, and no request fails`, async (t) => {
      t.after(restoreServer);
      make(kit);
      await command.underLoad(tokens, () => command.fails(message));
      await expectNothingLeft();
    });

  test('a deployment that is killed in any step leaves a running version, and the next one finishes the work', async () => {
    change();
    await command.underLoad(tokens, async () => {
      for (const signal of ['SIGKILL', 'SIGINT'] as const)
        for (const step of ['Looking', 'Building', ' files, ', 'Rehearsing', 'Migrating'])
          await command.during(step, (child) => child.kill(signal));
      await command.succeeds();
    });
    await expectNothingLeft();
  });

  test('a server that crashes during a switch comes back with a version that works', async () => {
    change();
    const { status } = await command.during('Rehearsing', () => box.crash());
    assert.equal(status, 1);
    await box.boot();
    await waitFor('the page answers', () => command.page('/api/ready').then(isReady, () => false));
    await command.succeeds();
  });

  test('of two people at once, the second is told who deploys', async () => {
    change();
    let refusal: Promise<void> | undefined;
    const { status, output, errors } = await command.during(' files, ', () => {
      refusal = command.fails(/^\S+@\S+, since [\d:]+ UTC, is deploying now\./);
    });
    assert.equal(status, 0, `${output}\n${errors}`);
    assert.ok(refusal);
    await refusal;
  });

  test('a rollback under load fails no request, and the status tells it', async () => {
    const started = performance.now();
    await command.underLoad(tokens, async () => {
      const printed = await command.succeeds({ flags: ['--rollback'] });
      assert.match(printed, /^Version \S+ runs instead of \S+\.$/m);
      console.log(`${engine}: a rollback takes ${Math.round(performance.now() - started)} ms`);
    });
    const status = await command.succeeds({ flags: ['--status'] });
    assert.match(status, /state +active, ready/);
    assert.match(status, /certificate +valid for/);
  });

  test('a backup is copied here', async () => {
    const printed = await command.succeeds({ flags: ['--pull-backup'] });
    const [, file = ''] = /^The backup is (\S+)\.$/m.exec(printed) ?? [];
    assert.ok(readdirSync(kit.folder).includes(file), printed);
    rmSync(join(kit.folder, file));
  });

  test('a migration with which the running version cannot work needs --with-interruption', async () => {
    addBreakingMigration(kit);
    await command.fails(/kit\/9999-colours\)\. Repeat with --with-interruption/);
  });

  test('if that version does not get ready, the data from before are restored', async (t) => {
    t.after(restoreServer);
    addBreakingMigrationThatFails(kit);
    const before = await notes();
    await command.fails(/The data were restored from .*before-.*\.tgz\. The version before runs/, {
      flags: ['--with-interruption'],
    });
    assert.deepEqual(await notes(), before);
  });

  test('after it, a rollback refuses and names what would be lost', async () => {
    addBreakingMigration(kit);
    await command.succeeds({ flags: ['--with-interruption'] });
    await command.fails(/cannot run on the data: .*before-.*\.tgz, of .* would lose everything/, {
      flags: ['--rollback'],
    });
    assert.match(await command.page('/api/ready'), /true/);
  });

  test('a switch with an interruption that is killed between two migrations is finished by the next deployment', async () => {
    const before = await notes();
    addBreakingMigrationsThatHang(kit);
    const switched = command.fails(/^Something else ended it\./, {
      flags: ['--with-interruption'],
    });
    const check = 'app release check > /dev/null 2>&1 && echo yes || true';
    await waitFor('the first has run', async () => (await box.run(check)) === '');
    await box.run("systemctl kill --signal KILL 'app-switch-*'");
    await switched;
    kit.replace('server/database/migrations.ts', 'setTimeout(resolve, 1e9)', 'resolve(undefined)');
    await command.succeeds({ flags: ['--with-interruption'] });
    assert.deepEqual(await notes(), before);
  });

  async function notes() {
    return JSON.parse(await command.page('/api/notes', tokens[0])).notes;
  }

  async function expectNothingLeft() {
    const left = await box.run(`
      ls -d /var/lib/app/rehearsal /opt/app/*/*.part 2> /dev/null
      readlink /proc/[0-9]*/cwd | grep /rehearsal
      cd / && runuser -u postgres -- psql -Atc "select datname from pg_database where datname like '%_rehearsal'"`);
    assert.equal(left, '');
  }

  return { box: () => box, command: () => command };
}

const isReady = (answer: string) => answer.includes('true');
