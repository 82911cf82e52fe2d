import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { freePort } from '#tests/support/free-port.ts';
import { assertHealthy, assertProblem } from '../testing.ts';
import { createAuthority } from './testing/certificates.ts';
import { startCheckedServer } from './testing/start-checked-server.ts';

const { server, run, runBehind, stop } = await startCheckedServer();
after(stop);

describe('npm run doctor -- https://…', { concurrency: 2 }, () => {
  test('finds no problem in a server behind a proxy that passes on everything, and signs out', async () => {
    const { email, password, user } = await server.signUp();
    const before = await server.rowsOf(user.id, ['sessions']);
    assertHealthy(
      await runBehind({}, { args: ['--account', email], input: `${password}\n` }),
      /^ok +tls: the certificate of "Authority of a test" is trusted; uses TLSv1\.3$/,
      /^ok +tls: the certificate ends in 89 days, on /,
      /^ok +tls: TLS 1\.1 and older are refused$/,
      /^ok +health: the server is ready$/,
      /^ok +health: runs version \d/,
      /^ok +headers: /,
      /^ok +compression: pages and scripts arrive compressed once$/,
      /^ok +paths: is not a demo, and unknown paths get 404$/,
      /^ok +upload: an upload of 14 MB is passed on to the server$/,
      /^ok +upload: an upload of 28 MB is refused$/,
      /^ok +stream: the event stream arrives at once$/,
    );
    assert.deepEqual(await server.rowsOf(user.id, ['sessions']), before);
  });

  test('reports a proxy that buffers the event stream', async () => {
    const { email, password } = await server.signUp();
    assertProblem(
      await runBehind(
        { buffersEvents: true },
        { args: ['--account', email], input: `${password}\n` },
      ),
      /^problem +stream: no event of the stream arrives within 5 seconds: .*proxy_buffering off\)$/,
    );
  });

  test('reports a wrong password, and does not print it', async () => {
    const { email } = await server.signUp();
    assertProblem(
      await runBehind({}, { args: ['--account', email], input: 'a secret\n' }),
      /^problem +stream: person-\S+ cannot sign in, the answer is 401 ".+": check address and password$/,
    );
  });

  test('sends no password to a server whose certificate is not trusted', async () => {
    const { email, password } = await server.signUp();
    const report = await runBehind(
      { certificate: createAuthority().issue() },
      { args: ['--account', email], input: `${password}\n` },
    );
    assertProblem(report, /^problem +tls: .* is not trusted \([A-Z_]+\): .*fullchain\.pem/);
    assert.ok(
      report.lines.some((line) => /^note +stream: .*: no password is sent/.test(line)),
      report.lines.join('\n'),
    );
  });

  test('reports a demo, and a server that is not ready', async (t) => {
    const demo = await startCheckedServer({ isDemo: true });
    t.after(demo.stop);
    assertProblem(
      await demo.runBehind(),
      /^problem +paths: \/api\/docs is open to everyone, as in a demo: set NODE_ENV=production$/,
    );
    await rm(join(demo.server.config.dataDir, 'files'), { recursive: true });
    const { problems } = await demo.runBehind();
    assert.match(
      problems[0] ?? '',
      /^problem +health: the server is not ready, \/api\/ready answers 503 ".+": check database,/,
    );
  });

  test('reports in one line that there is no connection', async (t) => {
    const silent = createServer().listen(0, 'localhost');
    t.after(() => silent.close());
    await once(silent, 'listening');
    for (const [address, expected] of [
      [`https://localhost:${await freePort()}`, /localhost:\d+ refuses connections: .*firewall/],
      ['https://nothing.invalid', /nothing\.invalid (has no address|cannot be looked up): /],
      [`https://localhost:${(silent.address() as AddressInfo).port}`, /\d does not answer: /],
      [server.url.replace('http:', 'https:'), /\d cannot agree on a TLS connection \(.+\): /],
    ] as const) {
      const report = await run(address);
      assertProblem(report, expected);
      assert.match(report.lines[0] ?? '', /^problem +connection: /);
      assert.equal(report.lines.length, 2);
    }
  });

  for (const wrong of ['http://localhost', 'https://', 'localhost', 'https://localhost/app'])
    test(`rejects ${wrong} in one line`, async () => {
      assertProblem(
        await run(wrong),
        /^problem +address: \S+ is not the https address of a host: write it like https:/,
      );
    });
});
