import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '#server/config.ts';
import { BACKUP_FAILURE } from '#server/health/data-folder.ts';

const root = join(import.meta.dirname, '../..');

const PROCESS_ENVIRONMENT = parseEnv(read('deploy/process.env'));

test('The documentation and .env.example list every setting and no others', () => {
  const settings = readSettings();
  const [, section = ''] = read('docs/deploy.md').split('\n## Settings\n');
  const [table = ''] = section.split('\n## ');
  const cells = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell);
  assert.deepEqual(names(cells.join().matchAll(/`(\w+)`/g)), settings);

  const exemplary = names(read('.env.example').matchAll(/^#([A-Z]\w*)=/gm));
  // Used by the build of the native apps.
  assert.deepEqual(exemplary, [...settings, 'API_URL'].sort());
});

test('The image sets the environment in deploy/process.env', () => {
  const lines = read('Dockerfile').split('\n');
  for (const [name, value] of Object.entries(PROCESS_ENVIRONMENT))
    assert.ok(lines.includes(`ENV ${name}=${value}`), name);
});

test('Every setting in the files for deployment exists', () => {
  const known = [...readSettings(), ...Object.keys(PROCESS_ENVIRONMENT), 'NODE_COMPILE_CACHE'];
  const [app = ''] = read('compose.yaml').split('\nservices:\n');
  const used = [
    ...names(app.matchAll(/^ {4}([A-Z]\w*):/gm)),
    ...names(read('Dockerfile').matchAll(/(?<=^ENV.*)\b([A-Z]\w*)=/gm)),
    ...names(read('deploy/systemd/app.service').matchAll(/^Environment=(\w+)=/gm)),
    ...names(read('docs/deploy/by-hand.md').matchAll(/^([A-Z]\w*)=/gm)),
  ];
  assert.ok(used.length > 10);
  assert.deepEqual(
    used.filter((name) => !known.includes(name)),
    [],
  );
});

test('The units of the backup and of its copy start another one when they fail, which leaves the file that the server reads', () => {
  for (const failing of ['app-backup', 'app-backup-copy']) {
    const [, name] =
      /^OnFailure=(.+@)%p\.service$/m.exec(read(`deploy/systemd/${failing}.service`)) ?? [];
    const unit = read(`deploy/systemd/${name}.service`);
    assert.match(unit, new RegExp(`^ExecStart=/bin/touch /var/lib/app/${BACKUP_FAILURE}$`, 'm'));
  }
});

/** Lists the settings that the server reads. */
function readSettings() {
  const read = new Set<string>();
  const values: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://app.example',
    SMTP_URL: 'smtp://mail.example',
    S3_ENDPOINT: 'https://store.example',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  readConfig(
    new Proxy(values, {
      get(target, name: string) {
        read.add(name);
        return target[name];
      },
    }),
  );
  return [...read].sort();
}

const names = (matches: Iterable<RegExpExecArray>) =>
  [...new Set([...matches].map(([, name = '']) => name))].sort();

function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
