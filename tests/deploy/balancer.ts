import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Box } from './box.ts';

const DOMAIN = 'notes.example.com';
const ADDRESSES = ['10.0.0.11', '10.0.0.12'];

/**
 * Installs HAProxy and nginx on a box, with the configuration in deploy/ and a certificate of its own, and PostgreSQL for
 * the servers behind them. Returns the file of the certificate.
 */
export async function setUpBalancer(box: Box, servers: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  try {
    const certificates = `/etc/letsencrypt/live/${box.domain}`;
    const [certificate, key] = createCertificate(folder, box.domain);
    await write(box, `${certificates}/fullchain.pem`, certificate);
    await write(box, `${certificates}/privkey.pem`, key);
    await write(box, `/etc/haproxy/certs/${box.domain}.pem`, certificate + key);
    await write(box, '/etc/haproxy/haproxy.cfg', configuration('haproxy/haproxy.cfg'));
    await write(box, '/etc/nginx/conf.d/app.conf', configuration('nginx/app.conf'));
    await box.run(`
      rm /etc/nginx/sites-enabled/default
      cd /etc/postgresql/*/main
      echo "listen_addresses = '*'" >> postgresql.conf
      echo 'host all app 10.77.0.0/16 scram-sha-256' >> pg_hba.conf
      systemctl restart postgresql && cd /
      runuser -u postgres -- psql --quiet --command "create role app login createdb password 'secret'"
      runuser -u postgres -- psql --quiet --command 'create database app owner app'`);
    return `${certificates}/fullchain.pem`;
  } finally {
    rmSync(folder, { recursive: true });
  }

  function configuration(file: string) {
    let text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');
    for (const [index, address] of ADDRESSES.entries())
      text = text.replaceAll(`${address}:`, `${servers[index]}:`);
    // Not every machine allows as many open files.
    return text.replace('maxconn 20000', 'maxconn 2000').replaceAll(DOMAIN, box.domain);
  }
}

/** Starts one of the proxies, and stops the other. */
export async function startProxy(box: Box, name: 'haproxy' | 'nginx') {
  await box.run(`systemctl stop haproxy nginx && systemctl start ${name}`);
}

function createCertificate(folder: string, domain: string) {
  const files = ['certificate', 'key'].map((name) => join(folder, name));
  const [certificate = '', key = ''] = files;
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${domain}`],
      ...['-addext', `subjectAltName=DNS:${domain}`, '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return files.map((file) => readFileSync(file, 'utf8')) as [string, string];
}

async function write(box: Box, file: string, content: string) {
  const encoded = Buffer.from(content).toString('base64');
  await box.run(`mkdir -p "$(dirname ${file})" && echo ${encoded} | base64 -d > ${file}`);
}
