import type { Page } from '@playwright/test';

export const LOOK = { width: 1280, height: 800, scheme: 'light' } as const;

export const setOffline = (pages: Page[], offline: boolean) =>
  Promise.all(pages.map((page) => page.context().setOffline(offline)));

export const open = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click();

/** Writes an item in the form that a button opens. */
export async function write(page: Page, button: string, values: Record<string, string>) {
  await page.getByRole('button', { name: button }).first().click();
  await fill(page, values);
  await save(page);
}

/** Opens the form of an item, with its draft if there is one, and fills it in. */
export async function startEditing(page: Page, name: string, values: Record<string, string> = {}) {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await fill(page, values);
}

export async function save(page: Page) {
  await formOf(page).getByRole('button', { name: 'Save' }).click();
  await formOf(page).waitFor({ state: 'detached' });
}

export async function remove(page: Page, title: string) {
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
}

export const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

export const shown = (page: Page, list: string, text: string) =>
  row(page, list, text).first().waitFor();

export const gone = (page: Page, list: string, text: string) =>
  row(page, list, text).first().waitFor({ state: 'detached' });

export const formOf = (page: Page) => page.getByRole('dialog');

/** Fills in the open form. Plants are chosen by name. */
async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const control = formOf(page).getByLabel(label, { exact: true });
    if (label === 'Plant') await control.selectOption({ label: value });
    else await control.fill(value);
  }
}

const row = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });
