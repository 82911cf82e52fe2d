import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'vite';
import { readConfig } from '#server/config.ts';
import { freePort } from './free-port.ts';

// One address for both: Vite serves the client with hot reload and passes calls on to the server,
// which restarts when a file of its own changes.
const { host, port, publicUrl } = readConfig();
const serverPort = await freePort();
const target = `http://127.0.0.1:${serverPort}`;

// The server expects the folder of the built site; here Vite answers for what would be in it.
mkdirSync('dist', { recursive: true });
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: publicUrl },
});

const vite = await createServer({
  server: { host, port, strictPort: true, proxy: { '/api': target, '/dev': target } },
});
await vite.listen();

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    server.kill('SIGTERM');
    await vite.close();
    process.exit(0);
  });
