import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as v from 'valibot';
import { importExport, readExport } from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { itemFeature } from '#server/testing/item-feature.ts';
import { defineEndpoints } from '#shared/endpoint.ts';
import { IMPORT_BATCH_MAX_ITEMS } from '#shared/export.ts';
import { textField } from '#shared/fields.ts';
import { itemContract } from '#shared/item-contract.ts';

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
const forms = itemFeature(
  contract,
  endpoints,
  {
    list: 'listForms',
    create: 'createForm',
    update: 'updateForm',
    remove: 'deleteForm',
    restore: 'restoreForm',
  },
  Object.fromEntries(names.map((name) => [name, 'text'])),
);

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
