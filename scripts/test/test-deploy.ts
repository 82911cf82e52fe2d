import { installWithApt } from '#tests/support/apt.ts';
import { findProgram } from '#tests/support/find-program.ts';
import { finish, suite } from './runner.ts';

// Runs npm run deploy against a Debian with systemd and sshd on this machine. Needs root, and takes half an hour.
// CADDY=FILE: this Caddy instead of a download. DEPLOYMENTS=3: fewer deployments under load.
const PROGRAMS = { debootstrap: 'debootstrap', ip: 'iproute2', ssh: 'openssh-client' };

const missing = Object.entries(PROGRAMS).flatMap(([program, name]) =>
  findProgram(program) ? [] : [name],
);
if (process.getuid?.() !== 0 || (missing.length > 0 && !installWithApt(...missing))) {
  console.error(`Please run this as root on Debian, with ${Object.values(PROGRAMS).join(', ')}.`);
  process.exit(1);
}
await suite('Deployment', ['node', '--test', 'tests/deploy/*.test.ts']);
finish();
