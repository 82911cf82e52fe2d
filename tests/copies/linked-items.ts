import type { Browser, Page } from '@playwright/test';
import { openBrowser, openPage } from '#tests/support/app-page.ts';

const LOOK = { width: 1280, height: 800, scheme: 'light' } as const;

/** Tests linked items on two devices that are offline: plants, and tasks that must refer to one. */
export async function testLinkedItems(url: string) {
  const browser = await openBrowser();
  try {
    const [one, other] = [await openDevice(browser, url), await openDevice(browser, url)];
    await write(one, 'New plant', { Name: 'Ivy' });
    await shown(other, 'Plants', 'Ivy');
    // Loads the code of the question, which works offline only with a service worker.
    await one.getByRole('article').getByRole('button', { name: 'Delete' }).click();
    await one.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

    await setOffline([one, other], true);
    await write(one, 'New plant', { Name: 'Rose' });
    await open(one, 'Tasks');
    await write(one, 'New task', { Title: 'Prune', Plant: 'Rose' });
    await shown(one, 'Tasks', 'Plant: Rose');
    await open(other, 'Tasks');
    await write(other, 'New task', { Title: 'Water', Plant: 'Ivy' });
    // Also found by the title of its plant.
    await other.getByRole('searchbox').fill('ivy');
    await shown(other, 'Tasks', 'Water');
    await other.getByRole('searchbox').fill('');

    await setOffline([one, other], false);
    await shown(one, 'Tasks', 'Plant: Ivy');
    await shown(other, 'Tasks', 'Plant: Rose');

    await setOffline([one], true);
    await open(one, 'Plants');
    await remove(one, 'Rose');
    const reason = 'This plant is used by 1 task, so it cannot be deleted.';
    await one.getByText(reason).waitFor();
    await open(one, 'Tasks');
    await remove(one, 'Prune');
    await confirm(one);
    await open(one, 'Plants');
    await remove(one, 'Rose');
    await confirm(one);
    await setOffline([one], false);
    await gone(other, 'Tasks', 'Prune');
    await open(other, 'Plants');
    await shown(other, 'Plants', 'Ivy');
    await gone(other, 'Plants', 'Rose');
  } finally {
    await browser.close();
  }
}

/** Opens a device on the list of plants, which has loaded everything that works offline without a service worker. */
async function openDevice(browser: Browser, url: string) {
  const page = await openPage(browser, url, 'user', LOOK);
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'New task' }).first().click();
  await page.getByLabel('Plant', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await open(page, 'Plants');
  await page.getByRole('heading', { name: 'Plants', level: 1 }).waitFor();
  return page;
}

const setOffline = (pages: Page[], offline: boolean) =>
  Promise.all(pages.map((page) => page.context().setOffline(offline)));

const open = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click();

/** Writes an item in the form that a button opens. Plants are chosen by name. */
async function write(page: Page, button: string, values: Record<string, string>) {
  await page.getByRole('button', { name: button }).first().click();
  const form = page.getByRole('dialog');
  for (const [label, value] of Object.entries(values)) {
    const control = form.getByLabel(label, { exact: true });
    if (label === 'Plant') await control.selectOption({ label: value });
    else await control.fill(value);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
}

async function remove(page: Page, title: string) {
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
}

const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

const row = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

const shown = (page: Page, list: string, text: string) => row(page, list, text).first().waitFor();

const gone = (page: Page, list: string, text: string) =>
  row(page, list, text).first().waitFor({ state: 'detached' });
