import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FILE = 'app.db';
/** Earlier versions named the file after the app. */
const EARLIER_FILE = /^[a-z]+\.db$/;
/** Tables that every version has. */
const TABLES = ['schema_migrations', 'users', 'outbox'];
const LOCK_LIMIT_MS = 5000;
const SQLITE_NOTADB = 26;

/**
 * Returns the path of the SQLite database in a data folder. A folder of an earlier version keeps its file name, because
 * renaming the file and its log is not safe while a process uses them.
 */
export function databaseFile(dataDir: string) {
  const file = join(dataDir, FILE);
  if (existsSync(file) || !existsSync(dataDir)) return file;
  const earlier = readdirSync(dataDir)
    .filter((name) => EARLIER_FILE.test(name))
    .map((name) => join(dataDir, name));
  return earlier.find(isOfKit) ?? file;
}

/** Tells whether a file is a database of the kit: other programs may share the data folder. */
function isOfKit(file: string) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_LIMIT_MS });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return TABLES.every((table) => tables.some(({ name }) => name === table));
  } catch (error) {
    // After any other error, for example because the file is locked, no new database may be created beside it.
    if ((error as { errcode?: number }).errcode === SQLITE_NOTADB) return false;
    throw error;
  } finally {
    database.close();
  }
}
