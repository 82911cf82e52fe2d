import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FILE = 'app.db';
/** The file of earlier versions had the name of the app. */
const EARLIER_FILE = /^[a-z]+\.db$/;
/** Tables that every version has. */
const TABLES = ['schema_migrations', 'users', 'outbox'];
const LOCK_LIMIT_MS = 5000;
const SQLITE_NOTADB = 26;

/**
 * Returns the path of the SQLite database in a data folder. A folder of an earlier version keeps the name of its file,
 * because renaming it together with its log is not safe while a process uses it.
 */
export function databaseFile(dataDir: string) {
  const file = join(dataDir, FILE);
  if (existsSync(file) || !existsSync(dataDir)) return file;
  const earlier = readdirSync(dataDir)
    .filter((name) => EARLIER_FILE.test(name))
    .map((name) => join(dataDir, name));
  return earlier.find(isOfKit) ?? file;
}

/** Tells whether a file is a database of the kit: the data folder may be shared with other programs. */
function isOfKit(file: string) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_LIMIT_MS });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return TABLES.every((table) => tables.some(({ name }) => name === table));
  } catch (error) {
    // Any other error must not lead to a new database beside one that is only locked.
    if ((error as { errcode?: number }).errcode === SQLITE_NOTADB) return false;
    throw error;
  } finally {
    database.close();
  }
}
