import { X509Certificate } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { lookAt } from './facts.ts';
import { checksumOf } from './file-list.ts';
import type { Server } from './ssh.ts';
import { megabytes } from './steps.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Prints the state of servers: versions, health, memory, disk, backup and certificate. */
export async function showStatuses(servers: Server[]) {
  for (const [index, server] of servers.entries()) {
    if (servers.length > 1) console.log(`${index > 0 ? '\n' : ''}${server.host}`);
    await showStatus(server).catch((error) => {
      if (servers.length === 1) throw error;
      console.log(error.message);
      process.exitCode = 1;
    });
  }
}

async function showStatus(server: Server) {
  const facts = await lookAt(server);
  const { publicUrl, version, history, newestBackup } = facts;
  if (!version) return console.log(`No version runs on ${server.host}.`);
  const domain = publicUrl ? new URL(publicUrl).hostname : '';
  const status = new Map(
    (await server.look('status', { args: [domain] }))
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const [free = '', size = '', used = ''] = (status.get('disk') ?? '').trim().split(/\s+/);
  const memory = Number(status.get('memory'));
  const encoded = status.get('certificate');
  const lines: [string, string][] = [
    ['address', publicUrl ?? 'unknown'],
    ['state', `${facts.state}${status.get('ready') === 'yes' ? ', ready' : ', not ready'}`],
    ['since', facts.activeSince],
    ['memory', Number.isFinite(memory) ? megabytes(memory) : 'unknown'],
    ['disk', `${free} of ${size} free (${used} used)`],
    [
      'newest backup',
      newestBackup
        ? `${durationOf(Date.now() - newestBackup.at.getTime())} old, ${megabytes(newestBackup.bytes)}`
        : 'none',
    ],
    ['newest copy elsewhere', describeCopy(status.get('copy'))],
    ...(encoded ? [['certificate', describeCertificate(encoded)] as [string, string]] : []),
    ['version', version],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  for (const [name, value] of lines) console.log(`${name.padEnd(width)}  ${value}`);
  console.log('\nVersions on the server, the latest switch last:');
  const present = history.filter(([, name]) => facts.versions.includes(name));
  for (const [time, name] of present) console.log(`  ${time}  ${name}`);
}

/** Makes a backup of the running version and copies it here. */
export async function pullBackup(server: Server) {
  const { publicUrl } = await lookAt(server);
  await server.lock();
  const printed = await server.step('Backing up', () => server.run('back-up'));
  // A dry run.
  if (!printed) return;
  const [checksum, remote = ''] = printed.trim().split(/\s+/);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const file = `backup-${publicUrl ? new URL(publicUrl).hostname : 'app'}-${time}.tgz`;
  await server.step('Copying', async () => {
    const part = `${file}.part`;
    try {
      const { content, ended } = await server.read(remote);
      await Promise.all([pipeline(content, createWriteStream(part, { mode: 0o600 })), ended]);
      if ((await checksumOf(part)) !== checksum)
        throw new Error('The backup was damaged on its way. Try again.');
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
  });
  console.log(`The backup is ${file}.`);
}

/** Describes the newest backup of which a copy in another place exists, given its time in seconds. */
function describeCopy(seconds: string | undefined) {
  if (seconds === undefined) return 'not set up';
  return seconds ? `of a backup ${durationOf(Date.now() - Number(seconds) * 1000)} old` : 'none';
}

function describeCertificate(encoded: string) {
  const { validTo, issuer } = new X509Certificate(Buffer.from(encoded, 'base64'));
  const [, name = 'unknown'] = /^(?:O|CN)=(.+)$/m.exec(issuer) ?? [];
  return `valid for ${durationOf(Date.parse(validTo) - Date.now())}, of ${name}`;
}

function durationOf(milliseconds: number) {
  const hours = milliseconds / HOUR_MS;
  if (hours < 1) return `${Math.round(hours * 60)} minutes`;
  return hours < 48 ? `${Math.round(hours)} hours` : `${Math.floor(hours / 24)} days`;
}
