import { expectAccessible } from '../support/accessible.ts';
import { countCalls, expectFieldError, holdCalls, pressTwice } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectRightToLeft, expectStillFocused, expectToast } from '../support/site.ts';

test('Saving new names updates the app immediately and opens the home page', {
  tag: '@smoke',
}, async ({ signedIn: page, person }) => {
  const calls = countCalls(page, '/api/auth/update-profile');
  const firstName = page.getByLabel('First name');
  const lastName = page.getByLabel('Last name');
  await page.goto('/profile');
  await expect(firstName).toHaveValue('Ada');
  await expect(lastName).toHaveValue('Byron');
  await expectAccessible(page);

  await test.step('the email address is read-only', async () => {
    const email = page.getByLabel('Email');
    await expect(email).toHaveValue(person.email);
    await expect(email).not.toBeEditable();
    await expect(email).toHaveAccessibleDescription('Email address cannot be changed');
  });

  await test.step('both names are required and cannot be only spaces', async () => {
    await firstName.fill('   ');
    await lastName.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectFieldError(page, 'First name', 'First name is required');
    await expectFieldError(page, 'Last name', 'Last name is required');
    await expect(firstName).toBeFocused();
    await expectAccessible(page);
    expect(calls.count).toBe(0);
  });

  await test.step('the fields follow the writing direction of their text', async () => {
    await firstName.fill('ليلى');
    await lastName.fill('ليلى');
    await expectRightToLeft(firstName, lastName);
  });

  await test.step('a failed save leaves the text in the form and the focus on the button', async () => {
    await firstName.fill('  Grace ');
    await lastName.fill('Hopper');
    const held = await holdCalls(page, '**/api/auth/update-profile');
    await pressTwice(page, 'Save');
    held.respond();
    await expectToast(page, 'Update Failed', 'Network error');
    await expectStillFocused(page, 'Save');
    await expect(lastName).toHaveValue('Hopper');
    expect(held.count).toBe(1);
    await page.unroute('**/api/auth/update-profile');
  });

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'User menu' })).toHaveText('GH');
  const stored = await page.evaluate(() => JSON.parse(localStorage.app_user));
  expect(stored).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' });
  await page.goto('/profile');
  await expect(firstName).toHaveValue('Grace');
});

test('Cancel changes nothing, and a name with markup is shown as text', async ({
  signedIn: page,
}) => {
  const calls = countCalls(page, '/api/auth/update-profile');
  const markup = '<img src=x onerror="document.title=1">';
  await page.goto('/profile');
  await page.getByLabel('First name').fill('Grace');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/');
  expect(calls.count).toBe(0);

  await page.goBack();
  await page.getByLabel('First name').fill(markup);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByText(`${markup} Byron`)).toBeVisible();
});
