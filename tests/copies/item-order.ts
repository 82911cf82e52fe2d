import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import type { copyKit } from '#tests/support/kit-copy.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const SCREEN = `
import { ItemScreen } from '#client/items/item-screen.tsx';
import type { ItemSort } from '#client/items/sort-items.ts';
import type { ItemOf } from '#shared/items.ts';
import { tasks } from './contract.ts';

const sorts: ItemSort<ItemOf<typeof tasks>>[] = [
  { name: 'title', label: 'Title', compare: (a, b) => a.title.localeCompare(b.title) },
];

export default function TasksScreen() {
  return <ItemScreen kind={tasks} sorts={sorts} />;
}
`;

/** Gives an added feature its own screen, which adds an order by title to the kit's screen. */
export function addOrder(kit: ReturnType<typeof copyKit>) {
  writeFileSync(join(kit.folder, 'features/tasks/screen.tsx'), SCREEN);
  kit.replace(
    'features/tasks/client.ts',
    'icon: ClipboardList',
    `icon: ClipboardList,
    screen: { source: 'features/tasks/screen.tsx', load: () => import('./screen.tsx') }`,
  );
}

/** Chooses the order by title, which shows no months and is kept after a reload. */
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
