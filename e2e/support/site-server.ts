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
import { freePort } from '#tooling/free-port.ts';
import { startServerProcess } from '#tooling/server-process.ts';

/** A server of a test's own, to stop, start again and deploy to. */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'trifold-site-'));
  const port = await freePort();
  let site = copyOfBuild(folder, 'first');
  let server = await run();
  const start = async () => {
    server = await run();
  };
  // As a machine that fails: nothing is said before.
  const stop = () => server.stop('SIGKILL');

  return {
    url: server.url,
    /** The folder that is served, to break something in it; takes effect with the next start. */
    get site() {
      return site;
    },
    start,
    stop,
    /** Another build takes the place of the first, as a deploy does: same app, no file name the same. */
    async deploy() {
      await stop();
      site = copyOfBuild(folder, 'second');
      renameEveryScript(site);
      await start();
    },
    async end() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };

  function run() {
    return startServerProcess(['tooling/serve-site.ts', site], {
      port,
      data: join(folder, 'data'),
    });
  }
}

/** Without the compressed twins: what a test changes would not reach the browser. */
function copyOfBuild(folder: string, name: string) {
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
    // The worker keeps a page until its revision changes.
    writeFileSync(path, text.replaceAll(/"?revision"?:\s*["'`]/g, '$&next-'));
  }
  for (const script of scripts)
    renameSync(join(site, 'assets', script), join(site, 'assets', renamed(script)));
}

const renamed = (script: string) => script.replace(/\.js$/, '-next.js');
