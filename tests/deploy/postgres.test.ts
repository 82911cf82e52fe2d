import { test } from 'node:test';
import { testDeployments } from './deployments.ts';

const started = testDeployments('PostgreSQL', {
  number: 8,
  settings: { DATABASE_URL: 'postgres://app:secret@127.0.0.1/app', WORKERS: '2' },
  prepare: async (box) => {
    await administer(box.run, `create role app login createdb password 'secret'`);
    await administer(box.run, 'create database app owner app');
  },
});

test('a rehearsal needs the right to create a database, and says how to give it', async () => {
  const { run } = started.box();
  await administer(run, 'alter role app nocreatedb');
  await started
    .command()
    .fails(
      /^The user app may not create the database of the rehearsal\. .*alter role app createdb$/,
    );
  await administer(run, 'alter role app createdb');
  await started.command().succeeds();
});

const administer = (run: (command: string) => Promise<string>, statement: string) =>
  run(`cd / && runuser -u postgres -- psql --quiet --command "${statement}"`);
