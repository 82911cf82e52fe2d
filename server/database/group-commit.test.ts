import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createGroupCommit } from './group-commit.ts';

test('writes that arrive together are committed together, and none ends before the commit', async (t) => {
  const { add, stored, commits } = open(t);
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      await add(name);
      assert.deepEqual(stored(), ['a', 'b', 'c'], `all are committed when ${name} ends`);
    }),
  );
  assert.equal(commits(), 1);
});

test('only the failed write of a group is undone', async (t) => {
  const { add, stored } = open(t);
  const results = await Promise.allSettled([add('a'), add('b', 'a'), add('c')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(stored(), ['a', 'c']);
});

test('a slow write is committed when it ends, without the writes that arrived in the meantime', async (t) => {
  const { add, writes, stored, commits } = open(t);
  await writes.begin(soon());
  await setImmediate();
  const next = add('later');
  await writes.end();
  assert.equal(commits(), 1);
  await next;
  assert.equal(commits(), 2);
  assert.deepEqual(stored(), ['later']);
});

test('a full disk fails every write of the group, and the next group works', async (t) => {
  const { add, writer, stored } = open(t);
  await add('before');
  const { page_count } = writer.prepare('pragma page_count').get() as { page_count: number };
  writer.exec(`pragma max_page_count = ${page_count + 1}`);
  const results = await Promise.allSettled([add('a'), add('b', 'x'.repeat(100_000)), add('c')]);
  const errors = results.map((result) => 'reason' in result && result.reason.errstr);
  // The third begins after SQLite has undone the first two, in a new group.
  assert.deepEqual(errors, ['database or disk is full', 'database or disk is full', false]);
  assert.deepEqual(stored(), ['before', 'c']);
});

test('a failed commit fails and undoes every write of the group', async (t) => {
  const { add, writer, stored } = open(t);
  // A constraint that is checked at the commit.
  writer.exec('create table child (name text references items deferrable initially deferred)');
  const orphan = add('a', 'a', () => writer.exec("insert into child values ('nobody')"));
  const results = await Promise.allSettled([orphan, add('b')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(stored(), []);
  await add('c');
  assert.deepEqual(stored(), ['c']);
});

test('a statement that must not be part of a transaction runs between two groups', async (t) => {
  const { add, writes, writer, stored } = open(t);
  const writing = add('a');
  await writes.runAlone(() => writer.exec('pragma synchronous = off'), soon());
  await writing;
  assert.deepEqual(stored(), ['a']);
});

test('more writes than fit in one commit are committed in several', async (t) => {
  const { add, stored, commits } = open(t);
  await Promise.all(Array.from({ length: 450 }, (_, number) => add(`item ${number}`)));
  assert.equal(stored().length, 450);
  assert.equal(commits(), 3);
});

test('ended writes are committed when the connection is closed', async (t) => {
  const { writes, writer, stored } = open(t);
  await writes.begin(soon());
  writes.run(() => writer.exec("insert into items values ('a')"));
  const ended = writes.end();
  writes.flush();
  await ended;
  assert.deepEqual(stored(), ['a']);
  await setImmediate();
});

const soon = () => performance.now() + 1000;

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  const [writer, reader] = [0, 1].map(() => new DatabaseSync(join(folder, 'test.db'))) as [
    DatabaseSync,
    DatabaseSync,
  ];
  writer.exec('pragma journal_mode = wal; create table items (name text primary key)');
  t.after(() => {
    writer.close();
    reader.close();
    rmSync(folder, { recursive: true });
  });
  const writes = createGroupCommit(writer);
  const insert = writer.prepare('insert into items values (?)');
  const exec = t.mock.method(writer, 'exec');
  return {
    writer,
    writes,
    commits: () => exec.mock.calls.filter(({ arguments: [sql] }) => sql === 'commit').length,
    stored: () =>
      reader
        .prepare('select name from items order by rowid')
        .all()
        .map(({ name }) => name),

    /** Adds a row, or two, in one write. */
    async add(name: string, second = name, alsoRun = () => {}) {
      await writes.begin(soon());
      try {
        writes.run(() => insert.run(name));
        if (second !== name) writes.run(() => insert.run(second));
        writes.run(alsoRun);
      } catch (error) {
        writes.undo();
        throw error;
      }
      await writes.end();
    },
  };
}
