import { installWithApt } from '#tests/support/apt.ts';
import { findProgram } from '#tests/support/find-program.ts';
import { finish, suite } from './runner.ts';

// Runs npm run deploy against Debians with systemd and sshd on this machine: npm run test:deploy --
// tests/deploy/sqlite.test.ts runs one file. Needs root, and takes about two hours. DEPLOYMENTS=3: fewer under load.
const PROGRAMS = {
  debootstrap: 'debootstrap',
  ip: 'iproute2',
  ssh: 'openssh-client',
  openssl: 'openssl',
  // The S3 server.
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  ceph: 'ceph-common',
};

const missing = Object.entries(PROGRAMS).flatMap(([program, name]) =>
  findProgram(program) ? [] : [name],
);
if (process.getuid?.() !== 0 || (missing.length > 0 && !installWithApt(...missing))) {
  console.error(`Please run this as root on Debian, with ${Object.values(PROGRAMS).join(', ')}.`);
  process.exit(1);
}
const files = process.argv.slice(2);
const tests = files.length > 0 ? files : ['tests/deploy/*.test.ts'];
await suite('Deployment', ['node', '--test', '--test-concurrency=1', ...tests]);
finish();
