/**
 * `npm run observatory`: grades the headers of every built page and of some responses of the API by the rules of MDN HTTP
 * Observatory, as served behind HTTPS. `npm run observatory -- https://example.com` grades a site that is running. Fails
 * below A+.
 */
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { silentLog } from '#server/log/log.ts';
import { startServer } from '#server/process/server.ts';
import { gradeUrl } from '#tests/support/observatory.ts';

const BUILT_PAGES = globSync('*.html', { cwd: 'dist' })
  .map((file) => `/${file.replace(/\.html$/, '')}`)
  .map((path) => (path === '/index' ? '/' : path));
// The 404 page has no address of its own.
const PAGES = [...BUILT_PAGES.filter((path) => path !== '/404').sort(), '/no-such-page'];
const API = ['/api/health', '/api/auth/me', '/api/no-such-endpoint'];

const address = process.argv[2];
if (address) await printGrades(address);
else await withServer(printGrades);

async function printGrades(url: string) {
  for (const path of [...PAGES, ...API]) {
    const { score, grade, findings } = await gradeUrl(new URL(path, url).href);
    console.log(`${path.padEnd(24)} ${grade.padEnd(3)} ${score}`);
    if (grade === 'A+') continue;
    process.exitCode = 1;
    for (const { rule, points, because } of findings)
      if (points < 0) console.log(`    ${points} ${rule}: ${because}`);
  }
}

async function withServer(work: (url: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'observatory-'));
  const env = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'https://localhost', DATA_DIR: folder };
  const server = await startServer(readConfig(env), silentLog, { features });
  try {
    await work(`http://127.0.0.1:${server.port}`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}
