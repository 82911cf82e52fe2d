import { type NewFeature, sampleOf } from './feature.ts';
import type { FieldSpec } from './fields.ts';

// Apart from the text, which would look like an import of this file.
const E2E = '#e2e';

/** Writes the test in the browser: somebody fills in the form, and finds, changes and deletes what it stored. */
export function browserTestFile({ names, fields }: NewFeature) {
  const [title, ...others] = fields;
  return `import { expectAccessible } from '${E2E}/support/accessible.ts';
import { expect, test } from '${E2E}/support/fixtures.ts';

test('A person adds ${names.aOne}, finds it after a reload, changes it and deletes it', {
  tag: '@smoke',
}, async ({ signedIn: page }) => {
  const cards = page.getByRole('list', { name: '${names.title}' }).getByRole('listitem');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: '${names.title}', exact: true }).click();
  await page.getByRole('button', { name: 'New ${names.oneInWords}', exact: true }).first().click();
  await ${control(title)}.fill('First');
${others.map((field) => `  ${fill(field)}`).join('\n')}
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cards.filter({ hasText: 'First' })).toBeVisible();

  await page.reload();
  await cards.getByRole('button', { name: 'Edit' }).click();
${others.map((field) => `  ${expectFilled(field)}`).join('\n')}
  await ${control(title)}.fill('Changed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cards.filter({ hasText: 'Changed' })).toBeVisible();

  await cards.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(cards).toHaveCount(0);
});
`;
}

/** Returns the control of a field. Its whole label, because that of another field may contain it. */
function control({ label, isRequired }: FieldSpec) {
  const shown = isRequired ? label : `${label} (optional)`;
  return `page.getByLabel('${shown}', { exact: true })`;
}

function fill(field: FieldSpec) {
  if (field.type === 'boolean') return `await ${control(field)}.check();`;
  if (field.type === 'select')
    return `await ${control(field)}.selectOption('${field.options[0]}');`;
  return `await ${control(field)}.fill('${sampleOf(field)}');`;
}

function expectFilled(field: FieldSpec) {
  if (field.type === 'boolean') return `await expect(${control(field)}).toBeChecked();`;
  return `await expect(${control(field)}).toHaveValue('${sampleOf(field)}');`;
}
