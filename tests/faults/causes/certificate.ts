import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findProgram, lacksPrograms } from '#tests/support/find-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { startPrometheus } from '../prometheus.ts';
import type { Cause } from './cause.ts';

const skip = lacksPrograms('prometheus-blackbox-exporter', 'openssl', 'faketime');
const DAY_S = 24 * 60 * 60;
const MONTH_DAYS = 30;

/** What happens to the certificate of the site that the blackbox exporter probes. */
export const certificateCauses: Cause[] = [
  {
    alert: 'CertificateExpires',
    when: 'the certificate is in its last day',
    skip,
    async prepare(t) {
      const { prometheus, replaceCertificate } = await startProbedSite(t);
      return {
        prometheus,
        bringAbout: () => replaceCertificate(1),
        end: () => replaceCertificate(MONTH_DAYS),
      };
    },
  },
  {
    alert: 'CertificateExpires',
    when: 'the certificate has expired',
    skip,
    async prepare(t) {
      const { prometheus, replaceCertificate } = await startProbedSite(t);
      return {
        prometheus,
        async bringAbout() {
          replaceCertificate(1, DAY_S - 20);
          await waitFor(
            'the certificate is rejected',
            async () => (await prometheus.value('max_over_time(probe_success[10s])')) === 0,
          );
        },
        end: () => replaceCertificate(MONTH_DAYS),
      };
    },
  },
];

/** Starts a site whose certificate can be replaced, the exporter, which trusts it, and Prometheus. */
async function startProbedSite(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  t.after(() => rm(folder, { recursive: true }));
  createCertificate(folder, 'authority', MONTH_DAYS);
  const site = createServer(issueCertificate(MONTH_DAYS), (_, response) => response.end());
  t.after(() => site.close());
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const exporter = await startExporter(t, folder);
  const url = `https://localhost:${(site.address() as AddressInfo).port}/`;
  const prometheus = await startPrometheus(t, [
    {
      job_name: 'app-certificate',
      metrics_path: '/probe',
      params: { module: ['http_2xx'], target: [url] },
      static_configs: [{ targets: [exporter] }],
    },
  ]);
  return {
    prometheus,
    /** Uses a new certificate that is valid for some days, from a time in the past. */
    replaceCertificate: (days: number, secondsAgo?: number) =>
      site.setSecureContext(issueCertificate(days, secondsAgo)),
  };

  function issueCertificate(days: number, secondsAgo?: number) {
    const authority = [
      '-CA',
      join(folder, 'authority.pem'),
      '-CAkey',
      join(folder, 'authority.key'),
    ];
    return createCertificate(folder, 'localhost', days, secondsAgo, authority);
  }
}

function createCertificate(
  folder: string,
  name: string,
  days: number,
  secondsAgo = 0,
  authority: string[] = [],
) {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  execFileSync(
    findProgram('faketime') as string,
    [
      ...['-f', `-${secondsAgo}s`, 'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes'],
      ...['-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
      ...['-keyout', key, '-out', cert, ...authority],
    ],
    { stdio: 'ignore' },
  );
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

/** Starts the blackbox exporter, which trusts the authority in the folder. Returns its address. */
async function startExporter(t: TestContext, folder: string) {
  const config = join(folder, 'blackbox.yml');
  await writeFile(config, 'modules: { http_2xx: { prober: http } }');
  const address = `127.0.0.1:${await freePort()}`;
  const exporter = spawn(
    findProgram('prometheus-blackbox-exporter') as string,
    [`--config.file=${config}`, `--web.listen-address=${address}`],
    { stdio: 'ignore', env: { SSL_CERT_FILE: join(folder, 'authority.pem') } },
  );
  t.after(() => exporter.kill());
  return address;
}
