import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newLocation } from '#server/testing/empty-database.ts';
import { productionSettings } from '#server/testing/server-copy.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const kit = copyKit();
after(kit.remove);
const file = join(kit.folder, 'server/database/migrations.ts');
const source = await readFile(file, 'utf8');

test('a failing migration stops every start with one line until it is fixed', async (t) => {
  t.after(() => writeFile(file, source));
  const { url } = await newLocation(t);
  const withMigration = (statement: string) =>
    source.replace(
      '\n};\n',
      `\n  '9999-new': {
        async up(db: Kysely<unknown>) {
          await db.schema.alterTable('secrets').addColumn('colour', 'text').execute();
          ${statement}
        },
      },\n};\n`,
    );

  await writeFile(file, withMigration("await db.schema.dropTable('missing').execute();"));
  for (let start = 0; start < 2; start++) {
    const { ended } = await kit.start({ DATABASE_URL: url });
    const { code, errors } = await ended;
    assert.equal(code, 1);
    assert.match(errors, /^Migration "kit\/9999-new" failed: [^\n]*missing[^\n]*\n$/);
  }
  await writeFile(file, withMigration(''));
  const { child, ended, listening } = await kit.start({ DATABASE_URL: url });
  await listening();
  child.kill();
  assert.equal((await ended).code, 0);
});

test('if a released migration was edited, a demo does not start, and production starts with a warning', async (t) => {
  t.after(() => writeFile(file, source));
  const { url, folder } = await newLocation(t);
  const production = { ...productionSettings, DATA_DIR: folder, DATABASE_URL: url };
  const demo = { DATA_DIR: folder, DATABASE_URL: url };
  await startAndStop(production, /"listening"/);
  kit.replace('server/database/migrations.ts', "'write_check'", "'write_checks'");
  const { code, errors } = await (await kit.start(demo)).ended;
  assert.equal(code, 1);
  assert.match(errors, /^The database has an earlier version of "kit\/0001-[^\n]* a new one\.\n$/);
  await startAndStop(production, /"level":40,[^\n]*earlier version of/);

  async function startAndStop(env: NodeJS.ProcessEnv, expected: RegExp) {
    const { child, ended } = await kit.start(env, { stdout: 'pipe' });
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
    await waitFor(`it prints ${expected}`, () => expected.test(printed));
    child.kill();
    assert.equal((await ended).code, 0);
  }
});
