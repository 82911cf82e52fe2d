import { expectAccessible } from '../support/accessible.ts';
import { countCalls, expectFieldError } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

test('Saving new names updates the app immediately and opens the home page', async ({
  signedIn,
}) => {
  await signedIn.goto('/profile');
  await expect(signedIn.getByLabel('First name')).toHaveValue('Ada');
  await expect(signedIn.getByLabel('Last name')).toHaveValue('Byron');
  await expectAccessible(signedIn);
  await signedIn.getByLabel('First name').fill('  Grace ');
  await signedIn.getByLabel('Last name').fill('Hopper');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn).toHaveURL('/');
  await expect(signedIn.getByRole('button', { name: 'User menu' })).toHaveText('GH');
  const stored = await signedIn.evaluate(() => JSON.parse(localStorage.app_user));
  expect(stored).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' });
  await signedIn.goto('/profile');
  await expect(signedIn.getByLabel('First name')).toHaveValue('Grace');
});

test('The email address is shown read-only', async ({ signedIn, person }) => {
  await signedIn.goto('/profile');
  const email = signedIn.getByLabel('Email');
  await expect(email).toHaveValue(person.email);
  await expect(email).not.toBeEditable();
  await expect(email).toHaveAccessibleDescription('Email address cannot be changed');
});

test('Both names are required and cannot be only spaces', async ({ signedIn }) => {
  const calls = countCalls(signedIn, '/api/auth/update-profile');
  await signedIn.goto('/profile');
  await signedIn.getByLabel('First name').fill('   ');
  await signedIn.getByLabel('Last name').fill('');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expectFieldError(signedIn, 'First name', 'First name is required');
  await expectFieldError(signedIn, 'Last name', 'Last name is required');
  await expect(signedIn.getByLabel('First name')).toBeFocused();
  await expectAccessible(signedIn);
  expect(calls.count).toBe(0);
});

test('Cancel opens the home page and changes nothing', async ({ signedIn }) => {
  const calls = countCalls(signedIn, '/api/auth/update-profile');
  await signedIn.goto('/profile');
  await signedIn.getByLabel('First name').fill('Grace');
  await signedIn.getByRole('button', { name: 'Cancel' }).click();
  await expect(signedIn).toHaveURL('/');
  expect(calls.count).toBe(0);
});

test('A failed save shows an error and leaves the entered text in the form', async ({
  signedIn,
}) => {
  await signedIn.route('**/api/auth/update-profile', (route) => route.abort());
  await signedIn.goto('/profile');
  await signedIn.getByLabel('First name').fill('Grace');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expectToast(signedIn, 'Update Failed', 'Network error');
  await expect(signedIn.getByLabel('First name')).toHaveValue('Grace');
  await signedIn.unroute('**/api/auth/update-profile');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn).toHaveURL('/');
});

test('Saving without a stored token ends the session', async ({ signedIn }) => {
  const calls = countCalls(signedIn, '/api/auth/update-profile');
  await signedIn.goto('/profile');
  await expect(signedIn.getByLabel('First name')).toHaveValue('Ada');
  await signedIn.evaluate(() => localStorage.removeItem('app_token'));
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn).toHaveURL('/login');
  await expectToast(signedIn, 'Session expired');
  expect(await signedIn.evaluate(() => localStorage.getItem('app_user'))).toBeNull();
  expect(calls.count).toBe(0);
});

test('A name with markup is shown as text', async ({ signedIn }) => {
  await signedIn.goto('/profile');
  await signedIn.getByLabel('First name').fill('<img src=x onerror="document.title=1">');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn).toHaveURL('/');
  await signedIn.getByRole('button', { name: 'User menu' }).click();
  await expect(signedIn.getByText('<img src=x onerror="document.title=1"> Byron')).toBeVisible();
});
