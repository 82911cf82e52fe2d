import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { createEmails } from '#server/auth/emails.ts';
import { demoAccounts } from '#server/demo/content.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { openApiPath } from '#server/http/openapi.ts';
import { newPerson, startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';

const demo = await startTestServer();
const production = await startProductionServer();
after(demo.stop);
after(production.stop);

test('in demo mode /api/docs shows every endpoint', async () => {
  const response = await fetch(`${demo.url}/api/docs`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const page = await response.text();
  for (const { path, summary } of Object.values(kit))
    assert.ok(page.includes(openApiPath(path)) && page.includes(summary), path);
});

test('in demo mode /dev lists the pages for developers and the demo accounts, and every page has a menu', async (t) => {
  const seeded = await startTestServer();
  t.after(seeded.stop);
  await seedDemo(seeded.running);
  for (const path of ['/dev', '/dev/mailbox', '/dev/mailbox/nothing', '/dev/emails', '/api/docs']) {
    const page = await (await fetch(seeded.url + path)).text();
    for (const link of ['/', '/dev', '/dev/mailbox', '/dev/emails', '/api/docs'])
      assert.ok(
        page.includes(`<a href="${link}"`) || page.includes(`class="home" href="${link}"`),
        path,
      );
    assert.doesNotMatch(page, /<script/);
  }
  const index = await (await fetch(`${seeded.url}/dev`)).text();
  for (const { email, password } of demoAccounts)
    assert.ok(index.includes(email) && index.includes(password), email);
});

test('in demo mode /dev/emails shows every email with sample data, as HTML and as text', async () => {
  const response = await fetch(`${demo.url}/dev/emails`);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src/);
  const page = await response.text();
  const emails = Object.values(createEmails(demo.config.publicUrl));
  assert.equal(page.match(/<template shadowrootmode="open">/g)?.length, emails.length);
  assert.doesNotMatch(page, /<script|undefined|\[object/);
  const texts = page.match(/<pre>[^<]+<\/pre>/g) ?? [];
  assert.equal(new Set(texts).size, emails.length);
  for (const text of texts) assert.ok(text.includes(`${demo.config.publicUrl}/`));
  const sent = await sendRawRequest(demo.port, '/dev/emails', {
    headers: { 'X-Forwarded-For': '203.0.113.7' },
  });
  assert.equal(sent.status, 404);
});

test('other machines see the API description without the menu, and no list of pages', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.7', Accept: 'text/html' };
  const { text } = await sendRawRequest(demo.port, '/api/docs', { headers });
  assert.doesNotMatch(text, /dev\/mailbox/);
  assert.equal((await sendRawRequest(demo.port, '/dev', { headers })).status, 404);
});

test('this machine can read the mailbox', async () => {
  for (const headers of [
    {},
    { Host: 'localhost:3000' },
    { Host: 'app.localhost:3000' },
    { Host: '[::1]:3000' },
    // The header that the proxy of npm run dev sends for requests from this machine.
    { 'X-Forwarded-For': '127.0.0.1' },
    {
      'X-Forwarded-For': '::1',
      'X-Forwarded-Port': '3000',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Host': 'localhost:3000',
    },
  ])
    assert.equal((await mailbox(demo, headers)).status, 200, JSON.stringify(headers));
});

test('the mailbox responds with 404 through a proxy or under a public name', async () => {
  await demo.register();
  const [email] = await demo.everyRow('mailbox');
  for (const headers of [
    { 'X-Forwarded-For': '203.0.113.7' },
    { 'X-Forwarded-For': '127.0.0.1, 192.168.1.7' },
    { 'X-Forwarded-For': '' },
    { Forwarded: 'for=203.0.113.7' },
    { 'X-Real-IP': '203.0.113.7' },
    { Via: '1.1 proxy' },
    { 'X-Client-IP': '203.0.113.7' },
    { 'CF-Connecting-IP': '203.0.113.7' },
    { 'True-Client-IP': '203.0.113.7' },
    { 'X-Forwarded-Host': 'localhost' },
    { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Host': 'app.example.com' },
    { Host: 'app.example.com' },
    { Host: '192.168.1.5:3000' },
  ])
    for (const path of ['/dev/mailbox', `/dev/mailbox/${email?.id}`]) {
      const { status, text } = await mailbox(demo, headers, path);
      assert.equal(status, 404, JSON.stringify(headers));
      assert.doesNotMatch(text, /access_token|person-/);
    }
});

test('the mailbox responds to other machines with 404, even if the server listens on the network', async (t) => {
  const address = addressOnNetwork();
  if (!address) return t.skip('this machine has no address besides loopback');
  for (const [MAILBOX_ON_NETWORK, expected] of [
    ['false', 404],
    ['true', 200],
  ] as const) {
    const open = await startTestServer({ env: { HOST: '0.0.0.0', MAILBOX_ON_NETWORK } });
    t.after(open.stop);
    const response: Response = await fetch(`http://${address}:${open.port}/dev/mailbox`);
    assert.equal(response.status, expected);
    await response.text();
  }
});

test('a public demo has no mailbox, and without a mail server no sign-up', async (t) => {
  const open = await startTestServer({
    env: { PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example', MAILBOX_ON_NETWORK: 'true' },
  });
  t.after(open.stop);
  assert.equal((await mailbox(open, {})).status, 404);
  const { status, error } = await open.error(kit.register, { body: newPerson() });
  assert.deepEqual([status, error], [403, apiMessages.signUpClosed]);
  assert.equal(await open.count('users'), 0);
});

test('in production neither /dev nor /api/docs exists', async () => {
  await production.register();
  for (const path of ['/dev/mailbox', '/dev/mailbox/1', '/dev/emails', '/dev/', '/dev']) {
    const response = await fetch(production.url + path, {
      headers: { Accept: 'application/json' },
    });
    assert.equal(response.status, 404);
    assert.doesNotMatch(await response.text(), /access_token|emails/);
  }
  const docs = await fetch(`${production.url}/api/docs`);
  assert.deepEqual(
    [docs.status, await docs.json()],
    [404, { success: false, error: 'Not found.' }],
  );
});

test('an unknown path under /dev gets the 404 page, in the demo and in production', async () => {
  for (const server of [demo, production])
    for (const path of ['/dev/nope', '/dev/', '/dev/mailbox/1/2', '/.well-known/nope']) {
      const response = await fetch(server.url + path, { headers: { Accept: 'text/html' } });
      assert.equal(response.status, 404, path);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      assert.match(await response.text(), /Nothing here/);
    }
});

test('production serves the API description', async () => {
  await production.call(kit.openapi);
});

function mailbox({ port }: { port: number }, headers: object, path = '/dev/mailbox') {
  return sendRawRequest(port, path, { headers: { Accept: 'application/json', ...headers } });
}

function addressOnNetwork() {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}
