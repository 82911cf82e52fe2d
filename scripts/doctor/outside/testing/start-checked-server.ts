import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '#server/testing/harness.ts';
import { runDoctor } from '../../testing.ts';
import { createAuthority } from './certificates.ts';
import { type Behaviour, startTlsProxy } from './tls-proxy.ts';

type Options = { args?: string[]; input?: string };

const ROOT = join(import.meta.dirname, '../../../..');
const PUBLIC_URL = 'https://localhost';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL,
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUST_PROXY: '1',
};

/** Starts a server that the command can check behind a proxy. */
export async function startCheckedServer({ isDemo = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  const authority = createAuthority();
  const valid = authority.issue();
  const authorityFile = join(folder, 'authority.pem');
  writeFileSync(authorityFile, authority.cert);
  const env = isDemo ? { PUBLIC_URL } : PRODUCTION;
  const server = await startTestServer({ env, site: makeSite(folder) });
  return { server, authority, run, runBehind, stop };

  /** Runs the command with an address. It trusts the authority. */
  function run(address: string, { args = [], input = '' }: Options = {}) {
    const env = {
      NODE_EXTRA_CA_CERTS: authorityFile,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile'),
    };
    return runDoctor(ROOT, env, { args: [address, ...args], input });
  }

  /** Runs the command with the address of a proxy in front of the server. */
  async function runBehind(behaviour: Partial<Behaviour> = {}, options: Options = {}) {
    await using proxy = await startTlsProxy(server.port, { certificate: valid, ...behaviour });
    return await run(proxy.url, options);
  }

  async function stop() {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

export const SCRIPT = '/assets/main-abc123.js';

function makeSite(folder: string) {
  const site = join(folder, 'site');
  mkdirSync(join(site, 'assets'), { recursive: true });
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><title>Home</title><script type="module" src="${SCRIPT}"></script>`,
  );
  writeFileSync(join(site, '404.html'), '<!doctype html><title>Nothing here</title>');
  writeFileSync(join(site, SCRIPT), 'console.log(1);');
  return site;
}
