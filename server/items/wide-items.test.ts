import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { importExport, readExport } from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';

import { IMPORT_BATCH_MAX_ITEMS } from '#shared/export.ts';
import { textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

const names = Array.from({ length: 30 }, (_, number) => `field_${number}`);
const fields = Object.fromEntries(
  names.map((name) => [name, textField(name, { maxCharacters: 100 })]),
);
const forms = defineItems({ one: 'test_form', many: 'test_forms', fields });

/** As many fields as `npm run add` allows. */
const formsServer = itemFeature(forms, {
  '0001-forms': createsItemTable(
    'test_forms',
    Object.fromEntries(names.map((name) => [name, 'text'])),
  ),
});

const server = await startTestServer({ features: [formsServer] });
after(server.stop);

test('a full batch of items with thirty fields is imported', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const body = Object.fromEntries(names.map((name) => [name, 'x']));
  for (let count = 0; count < IMPORT_BATCH_MAX_ITEMS; count++)
    await ada.call(forms.create, { body });
  const { added } = await importExport(eve, await readExport(ada));
  assert.equal(added, IMPORT_BATCH_MAX_ITEMS);
});
