import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { PUBLIC_URL_PLACEHOLDER } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const SCRIPT = '/assets/main-abc123.js';

test('deleted or changed files of the site have no effect before the next start', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const paths = ['/', '/login', SCRIPT, '/nothing'];
  const before = await Promise.all(paths.map(get));
  await rm(server.site, { recursive: true });
  assert.deepEqual(await Promise.all(paths.map(get)), before);

  await mkdir(server.site);
  await writeFile(join(server.site, '404.html'), 'Half a build');
  assert.deepEqual(await Promise.all(paths.map(get)), before);
  await server.restart();
  assert.deepEqual(await get('/login'), { status: 404, body: 'Half a build' });

  async function get(path: string) {
    const response = await fetch(server.url + path);
    return { status: response.status, body: await response.text() };
  }
});

test('a server without a built site serves the API, and 404 for pages', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  await rm(server.site, { recursive: true });
  await mkdir(server.site);
  await server.restart();
  await server.call(kit.health);
  for (const path of ['/', '/login', SCRIPT])
    assert.equal((await fetch(server.url + path)).status, 404);
});

test('a page whose path has parameters is served for all their values, and a more specific page before it', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  for (const [folder, name, text] of [
    ['tasks', '[id].html', 'A task'],
    ['tasks', 'new.html', 'A new task'],
    ['tasks/[id]', 'edit.html', 'The form of a task'],
  ] as const) {
    await mkdir(join(server.site, folder), { recursive: true });
    await writeFile(join(server.site, folder, name), text);
  }
  await server.restart();
  for (const [path, text] of [
    ['/tasks/1', 'A task'],
    ['/tasks/50%20%25', 'A task'],
    ['/tasks/1/', 'A task'],
    ['/tasks/:id', 'A task'],
    ['/tasks/new', 'A new task'],
    ['/tasks/1/edit', 'The form of a task'],
  ] as const) {
    const response = await fetch(server.url + path);
    assert.deepEqual([response.status, await response.text()], [200, text], path);
  }
  for (const path of [
    '/tasks',
    '/tasks/',
    '/tasks/1/2',
    '/tasks/1/edit/2',
    '/tasks/%ff',
    '/tasks/%2f',
  ])
    assert.equal((await fetch(server.url + path)).status, 404, path);
});

test('more concurrent page loads than file descriptors do not end the server', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const page = `<!doctype html><title>Home</title>${'x'.repeat(100_000)}`;
  await mkdir(join(folder, 'site'));
  for (const name of ['index.html', '404.html']) await writeFile(join(folder, 'site', name), page);
  const server = await startWithFewDescriptors(folder);
  t.after(server.stop);

  const agent = new Agent({ keepAlive: true, maxSockets: 400 });
  t.after(() => agent.destroy());
  const loads = await Promise.all(
    Array.from({ length: 400 }, () => load(server.port, agent).catch(() => undefined)),
  );
  // A client gets either no connection or the whole page.
  for (const body of loads) assert.ok(body === undefined || body === page);
  agent.destroy();
  await waitFor('the server responds again', async () => {
    return (await load(server.port).catch(() => undefined)) === page;
  });
});

test('the pages of a demo name the account that visitors may use and the mailbox, public ones only the account, pages in production neither', async (t) => {
  const demo = await startTestServer({ env: { MAILBOX_ON_NETWORK: 'true' } });
  t.after(demo.stop);
  const page = '<!DOCTYPE html>\n<html lang="en"><title>Home</title></html>';
  await writeFile(join(demo.site, 'index.html'), page);
  await demo.restart();
  const publicDemo = await startTestServer({
    env: { PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example', MAILBOX_ON_NETWORK: 'true' },
    site: demo.site,
  });
  t.after(publicDemo.stop);
  const withSmtp = await startTestServer({
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAILBOX_ON_NETWORK: 'true' },
    site: demo.site,
  });
  t.after(withSmtp.stop);
  const production = await startTestServer({
    env: { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' },
    site: demo.site,
  });
  t.after(production.stop);

  const withoutMailbox = '<html data-demo="demo@app.example demo-account" lang="en">';
  const withMailbox = withoutMailbox.replace(' lang', ' data-mailbox="/dev/mailbox" lang');
  const read = async (url: string) => (await fetch(url)).text();
  assert.ok((await read(demo.url)).includes(withMailbox));
  for (const { url } of [withSmtp, publicDemo])
    assert.ok((await read(url)).includes(withoutMailbox));
  assert.equal(await read(production.url), page);
});

test('one build works at any public URL', async (t) => {
  const one = await startTestServer({ env: { PUBLIC_URL: 'https://staging.test' } });
  t.after(one.stop);
  const canonical = `<link rel="canonical" href="${PUBLIC_URL_PLACEHOLDER}/login">`;
  await writeFile(join(one.site, 'login.html'), canonical);
  await writeFile(join(one.site, 'robots.txt'), `Sitemap: ${PUBLIC_URL_PLACEHOLDER}/sitemap.xml`);
  await writeFile(join(one.site, 'sitemap.xml'), `<loc>${PUBLIC_URL_PLACEHOLDER}/</loc>`);
  await one.restart();
  const other = await startTestServer({
    env: { PUBLIC_URL: 'https://app.test:8443' },
    site: one.site,
  });
  t.after(other.stop);

  // fetch accepts compressed responses, as browsers do.
  const read = async (url: string) => (await fetch(url)).text();
  assert.equal(
    await read(`${one.url}/login`),
    '<link rel="canonical" href="https://staging.test/login">',
  );
  assert.equal(await read(`${one.url}/robots.txt`), 'Sitemap: https://staging.test/sitemap.xml');
  assert.equal(
    await read(`${other.url}/login`),
    '<link rel="canonical" href="https://app.test:8443/login">',
  );
  assert.equal(await read(`${other.url}/sitemap.xml`), '<loc>https://app.test:8443/</loc>');
  assert.equal(await read(`${other.url}/robots.txt`), 'Sitemap: https://app.test:8443/sitemap.xml');
});

async function load(port: number, agent?: Agent) {
  const outgoing = request({ port, host: '127.0.0.1', agent });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  return text(response);
}

/** Starts a server in a separate process, because the limit applies per process. */
async function startWithFewDescriptors(folder: string) {
  const script = `
    import { readConfig } from '#server/config.ts';
    import { silentLog } from '#server/log/log.ts';
    import { startServer } from '#server/process/server.ts';
    const { port } = await startServer(readConfig(), silentLog, { features: [], site: process.env.SITE });
    console.log(port);`;
  const child = spawn(
    'sh',
    ['-c', 'ulimit -n 120; exec "$0" --input-type=module -e "$1"', process.execPath, script],
    {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        SITE: join(folder, 'site'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), exited]);
  return {
    port: Number(line),
    async stop() {
      child.kill();
      await exited;
    },
  };
}
