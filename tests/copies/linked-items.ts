import type { Browser, Page } from '@playwright/test';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import {
  confirm,
  formOf,
  gone,
  LOOK,
  open,
  remove,
  save,
  setOffline,
  shown,
  startEditing,
  write,
} from './devices.ts';

const MORE_THAN_A_SELECT_LISTS = 13;

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

    await addPlants(other, MORE_THAN_A_SELECT_LISTS);
    await shown(other, 'Plants', `Fern ${MORE_THAN_A_SELECT_LISTS}`);
    await open(other, 'Tasks');
    await startEditing(other, 'Water');
    // Until the code of the search is loaded, a plain list is there.
    const plant = formOf(other).locator('input[role="combobox"]');
    // Typing replaces the choice.
    await plant.click();
    await plant.pressSequentially('fern 7');
    await plant.press('Enter');
    await save(other);
    await shown(other, 'Tasks', 'Plant: Fern 7');
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

/** Adds plants as if another device had. */
const addPlants = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('app_token')}`,
      'Content-Type': 'application/json',
    };
    for (let number = 1; number <= count; number++) {
      const body = JSON.stringify({ name: `Fern ${number}` });
      await fetch('/api/plants', { method: 'POST', headers, body });
    }
  }, count);
