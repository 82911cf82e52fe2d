import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { freePort } from '../scripts/free-port.ts';

/** A server of a test's own, to stop, start again and deploy to. */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'trifold-site-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let site = copyOfBuild(folder, 'first');
  let child: ChildProcess | undefined;
  await start();

  return {
    url,
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

  async function start() {
    child = spawn('node', ['e2e/serve-site.ts', site], {
      env: { ...process.env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (let tries = 0; tries < 200; tries++) {
      if (await fetch(`${url}/api/ready`).catch(() => undefined)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The server did not start.');
  }

  async function stop() {
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await exited;
  }
}

/** Without the compressed twins: what a test changes would not reach the browser. */
function copyOfBuild(folder: string, name: string) {
  const site = join(folder, name);
  cpSync('dist', site, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
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
