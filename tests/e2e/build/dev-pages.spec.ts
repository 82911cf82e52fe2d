import { app } from '#app';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, post, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/site.ts';

test('The developer pages link to each other and back to the app, fit small screens and have no accessibility problems', async ({
  page,
  request,
  mailbox,
}) => {
  // A text without a place to break the line.
  const email = `${'m'.repeat(30)}${newEmail()}`;
  const names = { first_name: 'Ada', last_name: 'Byron' };
  await post(request, '/api/auth/register', { email, password: TEST_PASSWORD, ...names });
  const { subject } = await mailbox.emailTo(email);
  await page.setViewportSize({ width: 320, height: 640 });
  const expectPage = async (heading: string) => {
    await expect(page.locator('main > h1')).toHaveText(heading);
    await expectAccessible(page);
    expect(await horizontalOverflow(page)).toBe(0);
  };

  await page.goto('/dev');
  await expectPage('Developer pages');
  await page.setViewportSize({ width: 390, height: 844 });
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height, 'the menu leaves most of a phone to the page').toBeLessThan(120);
  await page.setViewportSize({ width: 320, height: 640 });
  const menu = page.getByRole('navigation', { name: 'Developer pages' });
  await menu.getByRole('link', { name: 'API' }).press('Enter');
  await expectPage(`${app.name} API`);
  await menu.getByRole('link', { name: 'Email templates' }).press('Enter');
  await expectPage('Email templates');
  await menu.getByRole('link', { name: 'Mailbox' }).press('Enter');
  await expectPage('Mailbox');
  await page.getByRole('link').filter({ hasText: email }).press('Enter');
  await expectPage(subject);
  const shown = page.getByRole('group', { name: subject });
  await expect(shown.locator('img')).toHaveJSProperty('naturalWidth', 120);
  await expect(shown.getByText('Questions? Write to')).toBeVisible();
  expect(await shown.evaluate((email) => email.scrollHeight - email.clientHeight)).toBe(0);
  await page.getByRole('link', { name: 'Back to the app' }).press('Enter');
  await expect(page).toHaveURL('/');
});
