import { readConfig } from '#server/config.ts';
import { silentLog } from '#server/log.ts';
import { startServer } from '#server/server.ts';

// usage: node e2e/serve-site.ts FOLDER    the real server on a built site that stands elsewhere
await startServer(readConfig(), silentLog, { site: process.argv[2] });
