import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as v from 'valibot';
import { countRows } from '#server/database/count-rows.ts';
import type { ServerFeature } from '#server/feature.ts';
import { importExport, readExport } from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { defineEndpoints } from '#shared/endpoint.ts';
import { IMPORT_BATCH_MAX_ITEMS } from '#shared/export.ts';
import { textField } from '#shared/fields.ts';
import { itemContract } from '#shared/item-contract.ts';
import { handleItems } from './routes.ts';
import { createItemStore } from './store.ts';
import { createItemTable, registerItems } from './table.ts';

const names = Array.from({ length: 30 }, (_, number) => `field_${number}`);
const fields = Object.fromEntries(
  names.map((name) => [name, textField(name, { maxCharacters: 100 })]),
);
const contract = itemContract('/api/test-forms', {
  one: 'test_form',
  many: 'test_forms',
  fields: v.object(fields),
});
const endpoints = defineEndpoints({
  listForms: contract.list,
  createForm: contract.create,
  updateForm: contract.update,
  deleteForm: contract.remove,
  restoreForm: contract.restore,
});

/** As many fields as `npm run add` allows. */
const forms: ServerFeature<typeof endpoints> = {
  name: 'test-forms',
  description: 'The forms of the signed-in person.',
  endpoints,
  migrations: {
    '0001-test-forms': {
      async up(db, engine) {
        const columns = names.map((name) => [name, 'text'] as const);
        await createItemTable(db, 'test_forms', Object.fromEntries(columns));
        await countRows(db, engine, 'test_forms');
      },
    },
  },
  ...registerItems(contract),
  create(dependencies) {
    const store = createItemStore(contract, dependencies);
    return {
      addRoutes: (api) =>
        handleItems(api, store, {
          list: 'listForms',
          create: 'createForm',
          update: 'updateForm',
          remove: 'deleteForm',
          restore: 'restoreForm',
        }),
    };
  },
};

const server = await startTestServer({ features: [forms] });
after(server.stop);

test('a full batch of items with thirty fields is imported', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const body = Object.fromEntries(names.map((name) => [name, 'x']));
  for (let count = 0; count < IMPORT_BATCH_MAX_ITEMS; count++)
    await ada.call('createForm', { body });
  const { added } = await importExport(eve, await readExport(ada));
  assert.equal(added, IMPORT_BATCH_MAX_ITEMS);
});
