import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'deploy-ssh-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const [bin = '', config = '', key = '', knownHosts = ''] = ['bin', 'config', 'key', 'hosts'].map(
  (name) => join(folder, name),
);

/** The ssh of this process: its key, and a PATH on which it is the first. */
export const ssh = {
  publicKey: `${key}.pub`,
  knownHosts,
  path: `${bin}${delimiter}${process.env.PATH}`,
};

const lines = [
  `IdentityFile ${key}`,
  'IdentitiesOnly yes',
  `UserKnownHostsFile ${knownHosts}`,
  'StrictHostKeyChecking accept-new',
  'BatchMode yes',
  'ConnectTimeout 5',
  '',
];
execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
writeFileSync(config, lines.join('\n'));
mkdirSync(bin);
const program = `#!/bin/sh\nexec /usr/bin/ssh -F ${config} "$@"\n`;
writeFileSync(join(bin, 'ssh'), program, { mode: 0o755 });
