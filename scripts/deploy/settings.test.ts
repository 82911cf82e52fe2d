import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseEnv } from 'node:util';
import { settingsForNewServer } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'deploy-settings-'));
after(() => rmSync(folder, { recursive: true }));
const noTerminal = { isTTY: false };

test('a new server gets the settings of the file, the domain, and what a server behind a proxy needs', async () => {
  const settings = fileWith(
    'SMTP_URL=smtps://a:b%23c@mail.example.com\nMAIL_FROM="Notes <notes@example.com>"\nWORKERS=1',
  );
  const text = await settingsForNewServer({ settings, domain: 'notes.example.com' }, noTerminal);
  assert.deepEqual(
    { ...parseEnv(text) },
    {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      DATA_DIR: '/var/lib/app',
      PUBLIC_URL: 'https://notes.example.com',
      SMTP_URL: 'smtps://a:b%23c@mail.example.com',
      MAIL_FROM: 'Notes <notes@example.com>',
      WORKERS: '1',
    },
  );
});

test('settings are stored as they are, whatever characters they contain', async () => {
  const values = ['a"b', "a'b#", 'a\\nb#"', '$HOME `x`', '=', ' a '];
  for (const value of values) {
    const quote = ["'", '"', '`'].find((one) => !value.includes(one));
    const settings = fileWith(`SMTP_URL=smtp://a\nMAIL_FROM=a@b.c\nNOTE=${quote}${value}${quote}`);
    const text = await settingsForNewServer({ settings, domain: 'notes.example.com' }, noTerminal);
    assert.equal(parseEnv(text).NOTE, value);
  }
});

test('another data folder is rejected, because the units give no access to it', () =>
  assert.rejects(
    settingsForNewServer(
      {
        settings: fileWith('SMTP_URL=smtp://a\nMAIL_FROM=a@b.c\nDATA_DIR=./data'),
        domain: 'notes.example.com',
      },
      noTerminal,
    ),
    /^Error: DATA_DIR must be \/var\/lib\/app/,
  ));

test('what is missing is named if nobody can be asked', () =>
  assert.rejects(settingsForNewServer({ settings: undefined, domain: undefined }, noTerminal), {
    message:
      'The server is new and needs PUBLIC_URL, SMTP_URL, MAIL_FROM: write them to a file, one NAME=value per line, and pass it with --settings.',
  }));

test('settings that the server would reject are rejected before', () =>
  assert.rejects(
    settingsForNewServer(
      {
        settings: fileWith('SMTP_URL=mail\nMAIL_FROM=a@b.c\nMAIL_FORM=x'),
        domain: 'notes.example.com',
      },
      noTerminal,
    ),
    /SMTP_URL must be an address/,
  ));

function fileWith(text: string) {
  const file = join(folder, 'settings.env');
  writeFileSync(file, text);
  return file;
}
