import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { InvalidSetting } from './read-setting.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://app.example',
  SMTP_URL: 'smtps://user:secret@mail.example:465',
};

test('all missing and invalid settings are named at once', () => {
  const settings = { NODE_ENV: 'production', S3_BUCKET: 'photos', PORT: 'abc', WORKERS: '2' };
  assert.deepEqual(problemsOf(settings), [
    'PORT must be a whole number from 0 to 65535, but it is "abc".',
    'SMTP_URL is not set.',
    'WORKERS needs PostgreSQL: set DATABASE_URL too.',
    'PUBLIC_URL is not set.',
    'S3_ENDPOINT is not set.',
    'S3_ACCESS_KEY_ID is not set.',
    'S3_SECRET_ACCESS_KEY is not set.',
  ]);
});

test('if the mode is invalid, only that is reported, because it decides what else is needed', () => {
  assert.deepEqual(problemsOf({ NODE_ENV: 'prod', PORT: 'abc' }), [
    'NODE_ENV must be production, development or test, but it is "prod".',
  ]);
});

test('a misspelt setting stops the start', () => {
  for (const [misspelt, name] of [
    ['SMTP_ULR', 'SMTP_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASES_URL', 'DATABASE_URL'],
    ['Data_Dir', 'DATA_DIR'],
    ['NODE_EVN', 'NODE_ENV'],
    ['MAX_ITEM_PER_USER', 'MAX_ITEMS_PER_USER'],
  ] as const)
    assert.deepEqual(problemsOf({ [misspelt]: 'secret' }), [
      `${misspelt} is not a setting, but ${name} is: correct the name or remove it.`,
    ]);
});

test('a name that only resembles a setting does not stop the start', () => {
  // Other programs use similar names if they are this short.
  for (const name of ['POST', 'HOSTS', 'PATH', 'TEST_DATABASE_URL', 'SMTP_PASSWORD'])
    assert.deepEqual(problemsOf({ [name]: 'secret' }), []);
  // The setting itself is set, so the similar name belongs to another program.
  assert.deepEqual(problemsOf({ ...production, SMTP_URI: 'secret' }), []);
  assert.deepEqual(problemsOf({ SMTP_ULR: '' }), []);
});

function problemsOf(env: NodeJS.ProcessEnv) {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof InvalidSetting);
    return error.problems;
  }
}
