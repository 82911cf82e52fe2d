import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, type TestContext, test } from 'node:test';
import { startSmtpServer } from '#server/testing/smtp-server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { s3Settings } from '#tests/support/test-s3.ts';
import { assertHealthy, assertProblem, runDoctor } from './testing.ts';

const kit = copyKit();
after(kit.remove);

describe('npm run doctor checks the mail server', { concurrency: 4 }, () => {
  test('by signing in, without sending an email', async (t) => {
    const smtp = await startSmtpServer({ password: 'a-secret' });
    t.after(smtp.close);
    const url = (password: string) => ({
      SMTP_URL: `smtp://ada:${password}@127.0.0.1:${smtp.port}`,
    });
    assertHealthy(
      await runDoctor(kit.folder, url('a-secret')),
      /^ok +email: .* sign-in of SMTP_URL$/,
    );
    assert.deepEqual(smtp.arrived, []);
    assertProblem(
      await runDoctor(kit.folder, url('wrong-secret')),
      /^problem +email: .* rejects user and password of SMTP_URL \(535\)/,
    );
  });

  test('and reports one that refuses the connection', async () => {
    const SMTP_URL = `smtp://ada:secret@127.0.0.1:${await freePort()}`;
    assertProblem(
      await runDoctor(kit.folder, { SMTP_URL }),
      /^problem +email: .*ECONNREFUSED.*: check SMTP_URL/,
    );
  });

  test('and does not wait forever for one that does not respond', async (t) => {
    const silent = await listen(
      t,
      createServer(() => {}),
    );
    const SMTP_URL = `smtp://127.0.0.1:${silent}`;
    assertProblem(
      await runDoctor(kit.folder, { SMTP_URL }),
      /^problem +email: .*(greeting|timeout).*: check SMTP_URL/i,
    );
  });
});

describe('npm run doctor checks the S3 store', { concurrency: 4 }, () => {
  test('by storing, reading and deleting an object', async (t) => {
    const objects = new Map<string, { body: Buffer; hash: string }>();
    const methods: string[] = [];
    const store = createHttpServer(async (request, response) => {
      const { method = '', url = '' } = request;
      methods.push(method);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (method === 'PUT')
        objects.set(url, {
          body: Buffer.concat(chunks),
          hash: String(request.headers['x-amz-meta-sha256']),
        });
      const found = objects.get(url);
      if (method === 'DELETE') objects.delete(url);
      else if (!found) response.statusCode = 404;
      if (method !== 'GET' || !found) return response.end();
      response.setHeader('x-amz-meta-sha256', found.hash);
      return response.end(found.body);
    });
    const endpoint = `http://127.0.0.1:${await listen(t, store)}`;
    assertHealthy(
      await runDoctor(kit.folder, s3Settings(endpoint)),
      /^ok +files: the bucket .* stores, returns and deletes/,
    );
    assert.deepEqual(methods, ['PUT', 'GET', 'DELETE', 'GET']);
    assert.equal(objects.size, 0);
  });

  test('and reports one that cannot be reached, rejects the key or lacks the bucket', async (t) => {
    assertProblem(
      await runDoctor(kit.folder, s3Settings(`http://127.0.0.1:${await freePort()}`)),
      /^problem +files: the bucket photos .*ECONNREFUSED.*: check the settings S3_/,
    );
    for (const [status, code, expected] of [
      [403, 'SignatureDoesNotMatch', /403 SignatureDoesNotMatch/],
      [404, 'NoSuchBucket', /no bucket "photos"/],
    ] as const) {
      const store = createHttpServer((request, response) => {
        request.resume();
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      });
      const endpoint = `http://127.0.0.1:${await listen(t, store)}`;
      assertProblem(await runDoctor(kit.folder, s3Settings(endpoint)), expected);
    }
  });

  const real = process.env.TEST_S3_ENDPOINT;
  const skip = real ? false : 'needs a real S3 server: npm run test:s3 starts one';
  test('on a real store', { skip }, async () => {
    assertHealthy(await runDoctor(kit.folder, s3Settings(real ?? '')), /^ok +files: the bucket/);
  });
});

/** Makes a server listen until the test ends. Returns its port. */
async function listen(t: TestContext, server: ReturnType<typeof createServer>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}
