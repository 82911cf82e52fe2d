import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

/** Starts a server for one test, which can stop it, restart it and deploy a new version to it. */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'kit-site-'));
  const port = await freePort();
  let site = copyBuild(folder, 'first');
  let server = await run();
  const start = async () => {
    server = await run();
  };
  // Like a crash: the server gets no chance to clean up.
  const stop = () => server.stop('SIGKILL');

  return {
    url: server.url,
    /** The served folder. Changes take effect at the next start. */
    get site() {
      return site;
    },
    start,
    stop,
    /** Replaces the site with a new version: the same app with different file names. */
    async deploy() {
      await stop();
      site = copyBuild(folder, 'second');
      renameEveryScript(site);
      await start();
    },
    async end() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };

  function run() {
    return startServerProcess(['tests/support/serve-site.ts', site], {
      port,
      data: join(folder, 'data'),
    });
  }
}

/** Copies the build without the compressed files, which would hide changes that a test makes. */
function copyBuild(folder: string, name: string) {
  const site = join(folder, name);
  cpSync('dist', site, { recursive: true, filter: (path) => !path.endsWith('.br') });
  return site;
}

function renameEveryScript(site: string) {
  const scripts = globSync('assets/*.js', { cwd: site }).map((file) =>
    file.slice('assets/'.length),
  );
  for (const file of globSync('**/*.{html,js}', { cwd: site })) {
    const path = join(site, file);
    let text = readFileSync(path, 'utf8');
    for (const script of scripts) text = text.replaceAll(script, renamed(script));
    // The service worker caches a page until its revision changes.
    writeFileSync(path, text.replaceAll(/"?revision"?:\s*["'`]/g, '$&next-'));
  }
  for (const script of scripts)
    renameSync(join(site, 'assets', script), join(site, 'assets', renamed(script)));
}

const renamed = (script: string) => script.replace(/\.js$/, '-next.js');
