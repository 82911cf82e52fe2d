import { test } from '../support/fixtures.ts';
import { expectRightToLeft } from '../support/site.ts';

test('names are typed in their own direction', async ({ signedIn: page }) => {
  await page.goto('/profile');
  for (const name of ['First name', 'Last name']) {
    await page.getByLabel(name).fill('ليلى');
    await expectRightToLeft(page.getByLabel(name));
  }
});
