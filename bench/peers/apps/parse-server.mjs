// usage: node parse-server.mjs, in a folder with parse-server and express. Settings in the environment.
// Parse Server as its documentation sets it up, on PostgreSQL, with files in a folder.
import { join } from 'node:path';
import FSFilesAdapter from '@parse/fs-files-adapter';
import express from 'express';
import { ParseServer } from 'parse-server';

const { PORT, DATABASE_URL, FILES, APP_ID, MASTER_KEY } = process.env;
const server = new ParseServer({
  databaseURI: DATABASE_URL,
  appId: APP_ID,
  masterKey: MASTER_KEY,
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  filesAdapter: new FSFilesAdapter({ filesSubDirectory: join(FILES) }),
  allowClientClassCreation: false,
  silent: true,
});
await server.start();
const app = express();
app.use('/parse', server.app);
app.listen(Number(PORT), '127.0.0.1');
