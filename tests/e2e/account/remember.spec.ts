import type { Page } from '@playwright/test';
import { app } from '#app';
import type { TestPerson } from '#tests/support/test-people.ts';
import { fillSignIn, signInOnScreen, signOutOnScreen } from '../support/account.ts';
import { createPerson, expect, post, signInWithoutScreens, test } from '../support/fixtures.ts';
import { expectToast, open } from '../support/site.ts';

async function rememberPerson(page: Page, person: TestPerson) {
  await open(page, '/login');
  await page.getByLabel('Remember me').check();
  await signInOnScreen(page, person.email, person.password);
  await signOutOnScreen(page);
}

async function expectPrefilled(page: Page, person: TestPerson) {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Password')).toHaveValue(person.password);
  await expect(page.getByLabel('Remember me')).toBeChecked();
}

async function expectNothingRemembered(page: Page) {
  await expect
    .poll(() => page.evaluate(readRememberStore, app.id), 'nothing is stored')
    .toEqual([]);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.getByLabel('Remember me')).not.toBeChecked();
}

test('Remember me fills in the sign-in form next time, and unchecking it deletes the stored credentials', {
  tag: '@smoke',
}, async ({ page, person }) => {
  await rememberPerson(page, person);

  await test.step('nothing is stored in plain text', async () => {
    const stored = await page.evaluate(readRememberStore, app.id);
    expect(stored).toContainEqual({ key: 'key', extractable: false, algorithm: 'AES-GCM' });
    const everything = JSON.stringify([
      stored,
      await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    ]);
    expect(stored).toHaveLength(2);
    expect(everything).not.toContain(person.password);
    expect(everything).not.toContain(person.email);
  });

  await expectPrefilled(page, person);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await signOutOnScreen(page);
  await expectPrefilled(page, person);
  await page.getByLabel('Remember me').uncheck();
  await expectNothingRemembered(page);
});

test('A remembered password unused for 90 days is deleted when the profile is opened', async ({
  page,
  person,
}) => {
  await rememberPerson(page, person);
  await signInWithoutScreens(page, person);
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(days(89));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(readRememberStore, app.id)).toHaveLength(2);
  await page.clock.setFixedTime(days(91));
  await page.goto('/profile');
  await expect.poll(() => page.evaluate(readRememberStore, app.id)).toEqual([]);
});

test('A remembered password is deleted when the server rejects it or it is changed on this device', async ({
  page,
  person,
  request,
  mailbox,
}) => {
  const password = 'changed elsewhere';
  await rememberPerson(page, person);
  const first = await requestReset();
  const token = new URLSearchParams(new URL(first).hash.slice(1)).get('access_token');
  await request.post('/api/auth/update-password', {
    headers: { Authorization: `Bearer ${token}` },
    data: { password },
  });
  await expectPrefilled(page, person);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed');
  await expectNothingRemembered(page);

  await rememberPerson(page, { ...person, password });
  const second = await requestReset(first);
  await page.goto(second);
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expectToast(page, 'Password updated successfully');
  await expectNothingRemembered(page);

  async function requestReset(previous?: string) {
    await post(request, '/api/auth/reset-password', { email: person.email });
    const newest = async () => (await mailbox.emailTo(person.email, /new .*password/i)).link;
    await expect.poll(newest).not.toBe(previous);
    return newest();
  }
});

test('Signing in without remember me deletes the stored credentials, and a failed sign-in stores none', async ({
  page,
  person,
  request,
}) => {
  await rememberPerson(page, person);
  const other = await createPerson(request);
  await page.goto('/login');
  await page.getByLabel('Email').fill(other.email);
  // The reset form keeps the entered email address, so the form no longer matches the remembered account.
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.getByLabel('Remember me')).not.toBeChecked();
  expect(await page.evaluate(readRememberStore, app.id)).toHaveLength(2);
  await signInOnScreen(page, other.email, other.password);
  await signOutOnScreen(page);
  await expectNothingRemembered(page);

  await page.getByLabel('Remember me').check();
  await fillSignIn(page, person.email, 'not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed');
  await expectNothingRemembered(page);
});

/** Runs in the page. Reads the stored credentials, with keys described and bytes decoded as text. */
async function readRememberStore(id: string): Promise<object[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const found: object[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name !== `${id}.remember`) continue;
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const content = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([
        done(content.getAllKeys()),
        done(content.getAll()),
      ]);
      for (const [index, value] of values.entries()) {
        const key = String(keys[index]);
        found.push(
          value instanceof CryptoKey
            ? { key, extractable: value.extractable, algorithm: value.algorithm.name }
            : { key, text: new TextDecoder('latin1').decode(value.data) },
        );
      }
    }
    database.close();
  }
  return found;
}
