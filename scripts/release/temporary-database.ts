import pg from 'pg';

const NOT_ALLOWED = '42501';
/** PostgreSQL shortens longer names. */
const NAME_MAX_LENGTH = 63;
const SUFFIX = '_rehearsal';

/** Creates an empty PostgreSQL database beside another one. Replaces one that was left behind. */
export async function createTemporaryDatabase(url: string) {
  const original = decodeURIComponent(new URL(url).pathname.slice(1));
  const name = `${original.slice(0, NAME_MAX_LENGTH - SUFFIX.length)}${SUFFIX}`;
  async function drop() {
    // "with (force)" would fail while an autovacuum is in the database, because that is a process of another user.
    await administer(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${pg.escapeLiteral(name)} and usename = current_user`,
    );
    await administer(url, `drop database if exists ${pg.escapeIdentifier(name)}`);
  }
  await drop();
  await administer(url, `create database ${pg.escapeIdentifier(name)}`);
  return {
    url: Object.assign(new URL(url), { pathname: `/${encodeURIComponent(name)}` }).href,
    [Symbol.asyncDispose]: drop,
  };
}

async function administer(url: string, statement: string) {
  const client = new pg.Client(url);
  // Reported by the statement, too.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    const { username } = new URL(url);
    throw new Error(
      code === NOT_ALLOWED
        ? `The user ${username} may not create the database of the rehearsal. Allow it as an administrator of PostgreSQL: alter role ${username} createdb`
        : `The database of the rehearsal cannot be created or removed: ${message}`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}
