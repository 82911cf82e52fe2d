import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openStream } from '#server/testing/event-stream.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { waitFor } from '#tooling/wait-for.ts';

const skip = process.env.TEST_DATABASE_URL
  ? false
  : 'Several processes can share PostgreSQL only, and this run uses SQLite.';

test('a change in one process is announced by the streams of another', { skip }, async () => {
  const [one, other] = await startTwo();
  const ada = await one.signUp();
  await using stream = await openStream(other, ada);
  await ada.call('createItem', { body: { text: 'in the other process' } });
  await stream.receives(1);
  await other.as(ada.token).call('createItem', { body: { text: 'in the same process' } });
  await stream.receives(2);
});

test('after the listening connection was lost, changes that were missed are announced', {
  skip,
}, async () => {
  const [one, other] = await startTwo();
  const ada = await one.signUp();
  await using stream = await openStream(other, ada);
  await stream.receives(0);
  for (let number = 1; number <= 3; number++) {
    await endListeningConnections(one);
    await ada.call('createItem', { body: { text: 'missed' } });
    await stream.receives(number);
  }
});

test('a session that was ended in one process ends its streams in another', { skip }, async () => {
  const [one, other] = await startTwo();
  const ada = await one.signUp();
  await using stream = await openStream(other, ada);
  await stream.receives(0);
  await ada.call('logout');
  await other.running.sync.streams.recheck(ada.user.id);
  await stream.ends();
});

test('a stop right after the start does not wait for the listening connection', {
  skip,
}, async () => {
  for (let starts = 0; starts < 3; starts++) await (await startTestServer()).stop();
});

/** Starts two servers on one database. */
async function startTwo() {
  const one = await startTestServer();
  const other = await startTestServer({ env: { DATABASE_URL: one.config.databaseUrl } });
  after(async () => {
    await other.stop();
    await one.stop();
  });
  return [one, other] as const;
}

/** Ends the connections that listen, as a restart of the database would. */
async function endListeningConnections({ query }: TestServer) {
  await waitFor('a connection was ended', async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen %' and datname = current_database()`.execute(query);
    return rows.length > 0;
  });
}
