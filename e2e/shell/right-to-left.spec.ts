import { test } from '../support/fixtures.ts';
import { expectRightToLeft } from '../support/site.ts';

test('Name fields follow the writing direction of their text', async ({ signedIn: page }) => {
  await page.goto('/profile');
  for (const name of ['First name', 'Last name']) {
    await page.getByLabel(name).fill('ليلى');
    await expectRightToLeft(page.getByLabel(name));
  }
});
