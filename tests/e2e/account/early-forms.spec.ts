import { beginToUse, isMounted } from '#tests/support/screen-cost.ts';
import { countCalls, fillSignIn } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { holdCode, REACT } from '../support/site.ts';

test('The sign-in and sign-up forms are part of the page, and keep text that is typed before the app is loaded', async ({
  page,
  person,
}) => {
  const release = await holdCode(page);
  await page.goto('/signup');
  await page.getByLabel('First name').fill('Ada');
  await page.goto('/login');
  await fillSignIn(page, person.user.email, person.password);
  await page.getByLabel('Remember me').click();
  await expect(page.getByLabel('Remember me')).not.toBeChecked();
  await page.keyboard.press('Tab');
  release();
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue(person.user.email);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome back, Ada')).toBeVisible();
});

test('A form that is submitted before the app is loaded, even by a password manager, is sent once the app is loaded', async ({
  page,
  person,
}) => {
  const submits = [
    () => page.getByLabel('Password').press('Enter'),
    () => page.getByRole('main').getByRole('button', { name: 'Sign In' }).click(),
    () => page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit()),
  ];
  for (const submit of submits) {
    const release = await holdCode(page);
    const calls = countCalls(page, '/api/auth/login');
    await page.goto('/login');
    // A password manager sets values without events.
    await page.locator('form').evaluate(
      (form: HTMLFormElement, [email = '', password = '']) => {
        for (const [name, value] of Object.entries({ email, password }))
          Object.assign(form.elements.namedItem(name) as HTMLInputElement, { value });
      },
      [person.user.email, person.password],
    );
    await submit();
    await submit();
    await expect(page).toHaveURL('/login');
    release();
    await expect(page.getByText('Welcome back, Ada')).toBeVisible();
    expect(calls.count).toBe(1);
    await page.evaluate(() => localStorage.clear());
    await page.unroute(REACT);
  }
});

test('A form loads the app when somebody starts to use it, and by itself in a browser that may have stored credentials', async ({
  page,
}) => {
  for (const path of ['/signup', '/login']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await page.evaluate(isMounted), path).toBe(false);
    await beginToUse(page);
  }
  // The form has looked for stored credentials, which left an empty database.
  await expect.poll(() => page.evaluate(countDatabases)).toBe(1);
  await page.goto('/login');
  await page.waitForFunction(isMounted);
});

test('A page that will show a different form than its HTML shows no form before the app is loaded', async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.goto('/login?mode=forgot');
  await expect(page.locator('#initializing')).toBeHidden();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Send reset email' })).toBeVisible();
});

test('Without JavaScript a form never puts a password into the address, and leads back to itself', async ({
  pageWithoutScript: page,
}) => {
  await page.goto('/login');
  await fillSignIn(page, 'ada@example.com', 'secret');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page).toHaveURL('/login');
});

/** Runs in the page. */
const countDatabases = async () => (await indexedDB.databases()).length;
