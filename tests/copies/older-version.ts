import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { formOf, LOOK, save, setOffline, shown, startEditing, write } from './devices.ts';

/**
 * Tests a device whose version of the app does not know new fields. `upgrade` puts a version on the server whose plants
 * have a day on which they were bought, and a checkbox that is checked for plants that exist.
 */
export async function testOlderVersion(url: string, upgrade: () => Promise<void>) {
  const browser = await openBrowser();
  try {
    const older = await openPage(browser, url, 'user', { ...LOOK, serviceWorkers: 'allow' });
    await older.goto('/plants');
    await older.evaluate(() => navigator.serviceWorker.ready);
    for (const Name of ['Oak', 'Elm', 'Yew']) await write(older, 'New plant', { Name });
    await waitFor('the older device has sent its plants', async () => {
      const names = Object.keys(await plantsOf(older));
      return ['Oak', 'Elm', 'Yew'].every((name) => names.includes(name));
    });

    await setOffline([older], true);
    await startEditing(older, 'Oak', { Name: 'Oak of Ada' });
    await save(older);
    await startEditing(older, 'Elm', { Name: 'Elm of Ada' });
    await leave(older);
    await write(older, 'New plant', { Name: 'Fir' });

    await upgrade();
    const newer = await openPage(browser, url, 'user', LOOK);
    await newer.goto('/plants');
    for (const [name, changes] of [
      ['Oak', {}],
      ['Yew', { Name: 'Ash' }],
    ] as const) {
      await startEditing(newer, name, { ...changes, [BOUGHT]: '2026-01-02' });
      await save(newer);
    }

    await setOffline([older], false);
    for (const name of ['Oak of Ada', 'Fir']) await shown(newer, 'Plants', name);
    await shown(older, 'Plants', 'Ash');
    // The older version has this plant with the day now, but its form leaves the day out.
    await startEditing(older, 'Ash', { Name: 'Ash of Ada' });
    assert.equal(await formOf(older).getByLabel(BOUGHT).count(), 0);
    await leave(older);

    await older.reload();
    await older.getByRole('button', { name: 'Update' }).click();
    for (const [name, bought] of [
      ['Elm', ''],
      ['Ash', '2026-01-02'],
    ] as const) {
      await startEditing(older, name);
      assert.equal(await formOf(older).getByLabel(BOUGHT).inputValue(), bought);
      await save(older);
      await shown(newer, 'Plants', `${name} of Ada`);
    }
    const plants = await plantsOf(newer);
    assert.deepEqual(
      ['Oak of Ada', 'Elm of Ada', 'Ash of Ada', 'Fir'].map((name) => plants[name]),
      [
        { bought: '2026-01-02', watered: true },
        { bought: null, watered: true },
        { bought: '2026-01-02', watered: true },
        { bought: null, watered: false },
      ],
    );
  } finally {
    await browser.close();
  }
}

const BOUGHT = 'Bought (optional)';

/** Closes the form, whose content stays on the device as a draft. */
async function leave(page: Page) {
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await formOf(page).waitFor({ state: 'detached' });
}

/** Reads the new fields of the plants that the server has, by name. */
const plantsOf = (page: Page) =>
  page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('app_token')}` };
    const { plants } = await (await fetch('/api/plants', { headers })).json();
    return Object.fromEntries(
      plants.map(({ name, bought, watered }: Record<string, unknown>) => [
        name,
        { bought, watered },
      ]),
    );
  });
