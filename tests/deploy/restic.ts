import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { codeBlocks } from '#tests/support/markdown-code.ts';
import { s3Settings } from '#tests/support/test-s3.ts';
import type { Box } from './box.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/deploy/backups.md');

/** Installs restic on a box, which reaches only this machine. */
export async function installRestic(box: Box) {
  const printed = await box.run('apt-get download --print-uris restic');
  const [, url = '', hash] = /^'(.+?)' .*SHA256:(\w+)$/m.exec(printed) ?? [];
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new Error(`${url} is damaged.`);
  const command = 'cat > /root/restic.deb && dpkg --install /root/restic.deb';
  const env = { ...process.env, PATH: box.path };
  execFileSync('ssh', [`root@${box.domain}`, command], { env, input: bytes, stdio: 'pipe' });
}

/** Returns the commands of a section of the document about backups. */
export function documentedCommands(heading: string) {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split(
    new RegExp(`^#+ ${heading}\n`, 'm'),
  );
  const [block] = codeBlocks(section);
  if (!block) throw new Error(`${DOCUMENT} has no commands under "${heading}".`);
  return `set -e\n${block.content}`;
}

/** Opens the repository of a store that the boxes reach at an address. */
export function openRepository(box: () => Box, endpoint: string, address: string) {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3Settings(endpoint);
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'us-east-1',
  });

  return {
    /** Puts the access to the repository into the documented commands. */
    fillIn: (commands: string) =>
      commands
        .replace('s3:https://s3.example.com/backups', `s3:http://${address}/${S3_BUCKET}`)
        .replace('access-key', S3_ACCESS_KEY_ID)
        .replace('secret-key', S3_SECRET_ACCESS_KEY),

    run,

    snapshots: async (): Promise<{ id: string; time: string }[]> =>
      JSON.parse(await run('snapshots --json')),

    size: async (): Promise<number> =>
      JSON.parse(await run('stats --mode raw-data --json')).total_size,

    /** Counts the locks without restic, which would take a second to start. */
    async locks() {
      const url = `${endpoint}/${S3_BUCKET}?prefix=locks/`;
      return (await (await client.fetch(url)).text()).split('<Key>').length - 1;
    },
  };

  function run(args: string) {
    return box().run(`set -a && . /etc/app.restic && restic --quiet --no-lock ${args}`);
  }
}
