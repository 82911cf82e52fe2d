import { join } from 'node:path';

/** Returns the path of the SQLite database in a data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, 'app.db');
