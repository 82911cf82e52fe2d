import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { resolve, sep } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { readConfig } from '#server/config.ts';
import { demoOf } from '#server/demo/demo-of.ts';
import { markDemo } from '#server/http/site.ts';
import { explainListenError } from '#server/process/listen-error.ts';
import { stopOnSignals } from '#server/process/stop-signals.ts';
import { apiMessages } from '#shared/messages.ts';
import { freePort } from '#tests/support/free-port.ts';
import { hotShared } from './hot-shared.ts';
import { startRestartingServer } from './restarting-server.ts';

// Serves client and server at one address: Vite serves the client with hot reload and forwards API requests to the
// server, which restarts when one of its files changes.
const SERVER_SOURCES = ['server', 'shared', 'features', 'app.config.ts'];
// Vite serves client/ as the root, so no folder in it may be called api or dev.
const FOR_SERVER = '^/(api|dev)(/|\\?|$)';

const config = readConfig();
const { host, port, publicUrl } = config;
await checkAddress();
const serverPort = await freePort();
const target = `http://127.0.0.1:${serverPort}`;

// The server requires a folder with a built site, although Vite serves the pages.
mkdirSync('dist', { recursive: true });
const server = startRestartingServer(target, {
  HOST: '127.0.0.1',
  PORT: String(serverPort),
  PUBLIC_URL: publicUrl,
});

const vite = await createServer({
  plugins: [waitForServer(), markPages(), hotShared()],
  server: {
    host,
    port,
    strictPort: true,
    // xfwd: the server shows its mailbox only to this machine, so it must know the address of the client.
    proxy: { [FOR_SERVER]: { target, xfwd: true } },
  },
});
vite.watcher.add(SERVER_SOURCES.map((path) => resolve(path)));
vite.watcher.on('all', (_event, file) => {
  const isSource = SERVER_SOURCES.some((path) => `${file}${sep}`.startsWith(resolve(path) + sep));
  if (isSource && !file.endsWith('.test.ts')) server.restart();
});
await vite.listen();

stopOnSignals(() => Promise.all([server.stop(), vite.close()]));

/** Ends the process with one line if the address cannot be used. Called before anything is started. */
async function checkAddress() {
  const probe = createTcpServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    console.error(explainListenError(error) ?? (error as Error).message);
    process.exit(1);
  }
  probe.close();
  await once(probe, 'close');
}

/** Delays API requests while the server restarts. */
function waitForServer(): Plugin {
  const forServer = new RegExp(FOR_SERVER);
  return {
    name: 'wait-for-server',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        if (!forServer.test(request.url ?? '') || (await server.isReady())) return next();
        response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' });
        response.end(JSON.stringify({ success: false, error: apiMessages.unavailable }));
      });
    },
  };
}

/** Marks the pages of a demo, as the server does with built pages. */
function markPages(): Plugin {
  const demo = demoOf(config);
  return {
    name: 'mark-pages',
    transformIndexHtml: (html) => (demo ? markDemo(html, demo) : html),
  };
}
