import { installWithApt } from '#tests/support/apt.ts';
import { findProgram } from '#tests/support/find-program.ts';
import { S3_PACKAGES, startS3 } from '#tests/support/test-s3.ts';
import { finish, suite } from './runner.ts';

// Runs the S3 tests against a real store. Installs the Debian packages of Ceph where possible.
if (!findProgram('radosgw') && !installWithApt(...S3_PACKAGES)) {
  console.error(`Please install ${S3_PACKAGES.join(', ')}: the tests need a real S3 server.`);
  process.exit(1);
}
const store = await startS3();
await suite(
  'S3',
  ['node', '--test', 'server/files/s3.test.ts', 'scripts/doctor/services.slow.test.ts'],
  { TEST_S3_ENDPOINT: store.endpoint },
);
store.stop();
finish();
