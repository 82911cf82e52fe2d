import { expect, type Page } from '@playwright/test';
import { formLabel } from '#client/items/field-values.ts';
import type { NamedField } from '#shared/described-fields.ts';

/** Returns a value that a field accepts. */
export function sampleOf(field: NamedField): string | number | boolean {
  switch (field.kind) {
    case 'text':
    case 'long-text':
      return 'Some words'.slice(0, field.maxCharacters);
    case 'email':
      return 'somebody@example.com';
    case 'web-address':
      return 'https://example.com/page';
    // The id of an item, which the test has to create (create-item.ts).
    case 'reference':
      return '';
    case 'number': {
      const sample = Math.min(Math.max(field.min, field.isWhole ? 12 : 12.5), field.max);
      return field.isWhole ? Math.floor(sample) : sample;
    }
    case 'date':
      return '2026-11-17';
    case 'select':
      return Object.keys(field.options)[0] ?? '';
    case 'checkbox':
      return true;
  }
}

/** Finds the control of a field in the form. Matches the whole label, because another field's label may contain it. */
export const controlOf = (page: Page, field: NamedField) =>
  page.locator('.item-form').getByLabel(formLabel(field), { exact: true });

/** Fills in a field. A missing value clears it. */
export async function fillField(page: Page, field: NamedField, value: unknown) {
  const control = controlOf(page, field);
  if (field.kind === 'checkbox') await control.setChecked(value === true);
  else if (field.kind === 'select' || field.kind === 'reference')
    await control.selectOption(String(value ?? ''));
  else await control.fill(String(value ?? ''));
}

/** Expects that a field shows a value. */
export async function expectField(page: Page, field: NamedField, value: unknown) {
  const control = controlOf(page, field);
  if (field.kind === 'checkbox') await expect(control).toBeChecked({ checked: value === true });
  else await expect(control).toHaveValue(String(value ?? ''));
}

/** Returns the maximum length of a text field. */
export const maxCharactersOf = (field: NamedField) =>
  'maxCharacters' in field ? field.maxCharacters : 0;
