import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { prepareMode } from '#server/demo/prepare.ts';
import { silentLog } from '#server/log.ts';
import { startServer } from '#server/server.ts';

/** Often, so that tests need not wait for emails. */
const MAIL_EVERY_MS = 100;

// usage: node tooling/serve-site.ts [FOLDER]    the real server with its demo, on a built site that may stand elsewhere
const config = readConfig();
await startServer(config, silentLog, {
  features,
  site: process.argv[2],
  prepare: (dependencies) => prepareMode(config.mode, dependencies),
  mailEveryMs: MAIL_EVERY_MS,
});
