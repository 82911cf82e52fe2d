import { after, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { assertHealthy, assertProblem } from '../testing.ts';
import { SCRIPT, startCheckedServer } from './testing/start-checked-server.ts';
import type { Behaviour, Change } from './testing/tls-proxy.ts';

const MEGABYTE = 1_000_000;

const { authority, runBehind, stop } = await startCheckedServer();
after(stop);

type Case = [fault: string, behaviour: Partial<Behaviour>, expected: RegExp];

const PROBLEMS: Case[] = [
  [
    'a certificate that has ended',
    { certificate: authority.issue({ fromDays: -90, toDays: -1 }) },
    /^problem +tls: the certificate ended on .+: renew it/,
  ],
  [
    'a certificate that ends soon',
    { certificate: authority.issue({ fromDays: -84, toDays: 6.5 }) },
    /^problem +tls: the certificate ends in 6 days, .*: check why it was not renewed/,
  ],
  [
    'a certificate for another host',
    { certificate: authority.issue({ host: 'other.test' }) },
    /^problem +tls: the certificate is for "DNS:other\.test" and not for this host/,
  ],
  [
    'an old version of TLS',
    { tls: { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } },
    /^problem +tls: TLSv1\.1 is accepted: allow only TLS 1\.2 and 1\.3/,
  ],
  [
    'a header that the proxy drops',
    { change: at('/', ({ headers: { 'x-frame-options': _, ...headers } }) => ({ headers })) },
    /^problem +headers: \/ has no X-Frame-Options: /,
  ],
  [
    'a header that the proxy changes',
    { change: at('/', withHeader('referrer-policy', 'origin')) },
    /^problem +headers: \/ has Referrer-Policy "origin" and not "no-referrer": /,
  ],
  [
    'scripts that may not be cached',
    { change: at(SCRIPT, withHeader('cache-control', 'no-store')) },
    /^problem +headers: "\/assets\/.+" has Cache-Control "no-store" and not ".*immutable": /,
  ],
  [
    'a proxy that decompresses scripts',
    {
      change: at(SCRIPT, ({ headers: { 'content-encoding': encoding, ...headers }, body }) => ({
        headers,
        body: encoding ? brotliDecompressSync(body) : body,
      })),
    },
    /^problem +compression: "\/assets\/.+" arrives uncompressed: /,
  ],
  [
    'a proxy that compresses again',
    { change: at(SCRIPT, ({ body }) => ({ body: brotliCompressSync(body) })) },
    /^problem +compression: "\/assets\/.+" arrives as "br" and cannot be read as Brotli: /,
  ],
  [
    'a page for every unknown path',
    { change: at('/doctor-finds-nothing', () => ({ status: 200 })) },
    /^problem +paths: a path without a page answers 200 instead of 404: /,
  ],
  [
    'pages instead of errors of the API',
    { change: at('/api/doctor-finds-nothing', withHeader('content-type', 'text/html')) },
    /^problem +paths: an unknown path under \/api gets no JSON: /,
  ],
  [
    'a limit of bodies that is too small',
    { bodyMaxBytes: MEGABYTE },
    /^problem +upload: an upload of 14 MB, .* gets 413: allow 15 MB in the reverse proxy/,
  ],
  [
    'a page of the proxy instead of /api/ready',
    { change: at('/api/ready', () => ({ status: 502, body: Buffer.from('<h1>502</h1>') })) },
    /^problem +health: \/api\/ready answers 502, which is not an answer of the server: /,
  ],
];

const NOTES: Case[] = [
  [
    'a certificate that ends in some weeks',
    { certificate: authority.issue({ fromDays: -80, toDays: 10.5 }) },
    /^note +tls: the certificate ends in 10 days, .*: check that it is renewed by itself$/,
  ],
  [
    'a body that is too large and gets a page of the proxy',
    { bodyMaxBytes: 15 * MEGABYTE },
    /^note +upload: an upload of 28 MB gets a 413 of the reverse proxy that is not JSON: /,
  ],
  [
    'a proxy that collects uploads',
    { collectsBodies: true },
    /^note +upload: an upload of 14 MB is not answered while it arrives: .*proxy_request_buffering off/,
  ],
  [
    'a different version of the server',
    { change: at('/api/health', () => ({ body: Buffer.from('{"version":"0.0.1"}') })) },
    /^note +health: runs version "0\.0\.1", and this folder has /,
  ],
  ['that http was not checked', {}, /^note +http: http was not checked, because /],
  ['that no account was given', {}, /^note +stream: .*: --account you@example\.com$/],
];

describe('npm run doctor -- https://…', { concurrency: 2 }, () => {
  for (const [fault, behaviour, expected] of PROBLEMS)
    test(`reports ${fault}`, async () => {
      assertProblem(await runBehind(behaviour), expected);
    });

  for (const [fault, behaviour, expected] of NOTES)
    test(`mentions ${fault}`, async () => {
      assertHealthy(await runBehind(behaviour), expected);
    });
});

/** Changes the responses to one path. */
function at(changed: string, change: (...args: Parameters<Change>) => ReturnType<Change>): Change {
  return (reply, path) => (path === changed ? change(reply, path) : {});
}

function withHeader(name: string, value: string): Change {
  return ({ headers }) => ({ headers: { ...headers, [name]: value } });
}
