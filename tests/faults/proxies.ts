import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { findProgram, lacksPrograms } from '#tests/support/find-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const NGINX_MIN_VERSION = '1.25.1';
const DOMAIN = 'notes.example.com';
const SERVERS = ['10.0.0.11:3000', '10.0.0.12:3000'];

const NGINX_CONF = `
  daemon off;
  pid nginx.pid;
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  events {}
  http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include app.conf;
  }`;

/** HAProxy with its configuration in deploy/. `start` starts it in front of two ports and returns its address. */
export const haproxy = {
  name: 'HAProxy',
  skip: lacksPrograms('haproxy', 'openssl'),
  start: startHaproxy,
};

/** Each proxy. Only addresses, the certificate and what depends on the machine differ from deploy/. */
export const proxies = [haproxy, { name: 'nginx', skip: lacksNginx(), start: startNginx }];

function lacksNginx() {
  const lacking = lacksPrograms('nginx', 'openssl');
  if (lacking) return lacking;
  const { stderr } = spawnSync(findProgram('nginx') as string, ['-v'], { encoding: 'utf8' });
  const [, version = ''] = /nginx\/([\d.]+)/.exec(stderr) ?? [];
  const isOld = version.localeCompare(NGINX_MIN_VERSION, 'en', { numeric: true }) < 0;
  return isOld && `needs nginx ${NGINX_MIN_VERSION}, this is ${version}`;
}

async function startHaproxy(t: TestContext, ports: number[]) {
  const folder = temporaryFolder(t);
  const { certificate, key } = createCertificate(folder);
  const port = await freePort();
  writeFileSync(join(folder, 'localhost.pem'), certificate + key);
  const config = readConfig('deploy/haproxy/haproxy.cfg', ports)
    .replace(/^\t(user|group|chroot|maxconn|bind :::80) .*\n/gm, '')
    .replace('bind :::443 v4v6', `bind 127.0.0.1:${port}`)
    .replaceAll('/etc/haproxy/certs/', join(folder, 'localhost.pem'));
  writeFileSync(join(folder, 'haproxy.cfg'), config);
  return run(t, 'haproxy', ['-f', join(folder, 'haproxy.cfg'), '-db'], port);
}

async function startNginx(t: TestContext, ports: number[]) {
  const folder = temporaryFolder(t);
  const { certificate, key } = createCertificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const config = readConfig('deploy/nginx/app.conf', ports)
    .replace(/^\tlisten \[::\].*\n/gm, '')
    .replaceAll('listen 80 ', `listen 127.0.0.1:${plainPort} `)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/letsencrypt/live/localhost', folder);
  writeFileSync(join(folder, 'app.conf'), config);
  writeFileSync(join(folder, 'nginx.conf'), NGINX_CONF);
  return run(t, 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], port);
}

function temporaryFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a certificate for localhost, which requests of this process then accept. */
function createCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const pem = readFileSync(certificate, 'utf8');
  setDefaultCACertificates([...getCACertificates(), pem]);
  return { certificate: pem, key: readFileSync(key, 'utf8') };
}

function readConfig(file: string, ports: number[]) {
  let config = readFileSync(file, 'utf8').replaceAll(DOMAIN, 'localhost');
  for (const [index, server] of SERVERS.entries())
    config = config.replaceAll(server, `127.0.0.1:${ports[index]}`);
  return config;
}

async function run(t: TestContext, program: string, args: string[], port: number) {
  const proxy = spawn(findProgram(program) as string, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => proxy.kill());
  const errors = text(proxy.stderr);
  const url = `https://localhost:${port}`;
  await waitFor(`${program} responds`, async () => {
    if (proxy.exitCode !== null) throw new Error(`${program} ended: ${await errors}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
  return url;
}
