import assert from 'node:assert/strict';
import { openBrowser, openPage } from '#tooling/app-page.ts';
import type { copyKit } from '#tooling/kit-copy.ts';
import { waitFor } from '#tooling/wait-for.ts';

const SORTS = `
type Task = import('#client/sync/entity.ts').Item & { title: string };
const sorts: import('#client/items/sort-items.ts').ItemSort<Task>[] = [
  { name: 'title', label: 'Title', compare: (a, b) => a.title.localeCompare(b.title) },
];
`;

/** Adds an order by title to an added feature. */
export function addOrder(kit: ReturnType<typeof copyKit>) {
  const screen = 'features/tasks/client/tasks.tsx';
  kit.replace(screen, '<ItemScreen type={taskType}', '<ItemScreen type={taskType} sorts={sorts}');
  kit.replace(screen, /$/, SORTS);
}

/** Chooses the order by title, which has no months and stays after a reload. */
export async function testOrder(url: string) {
  const browser = await openBrowser();
  try {
    const look = { width: 1280, height: 800, scheme: 'light' } as const;
    const page = await openPage(browser, url, 'user', look);
    const titles = page.getByRole('heading', { level: 3 });
    const expectTitles = (...expected: string[]) =>
      waitFor(expected.join(), async () => `${await titles.allInnerTexts()}` === `${expected}`);
    await page.goto('/tasks');
    for (const title of ['Bake', 'Call', 'Answer']) {
      await page.getByRole('button', { name: 'New task' }).first().click();
      await page.getByLabel('Title').fill(title);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: title }).waitFor();
    }
    await expectTitles('Answer', 'Call', 'Bake');
    assert.equal(await page.locator('.grid-heading').count(), 1);
    await page.getByLabel('Sort by').selectOption('Title');
    await expectTitles('Answer', 'Bake', 'Call');
    await page.reload();
    await expectTitles('Answer', 'Bake', 'Call');
    assert.equal(await page.locator('.grid-heading').count(), 0);
    await page.getByRole('list', { name: 'Tasks', exact: true }).waitFor();
  } finally {
    await browser.close();
  }
}
