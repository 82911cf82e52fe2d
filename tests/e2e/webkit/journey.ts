import type { TestContext } from 'node:test';
import { importAll } from '#tests/support/import-all.ts';
import { emailTo } from '#tests/support/mailbox.ts';
import { WAIT_MS, type WebKit } from './browser.ts';

/** The differences between the website and the native app. */
export type Place = {
  /** The URL of the server whose mailbox receives the emails. */
  server: string;
  followLink(link: string): Promise<unknown>;
  addPhoto(): Promise<unknown>;
};

const EMAIL = 'grace@example.com';
const MAIN = '//main';

/** Limits a whole journey, which has many conditions to wait for. */
export const JOURNEY_LIMIT_MS = 10 * WAIT_MS;

/** The steps of a feature. Starts signed in, on the home page. */
export type FeatureJourney = (t: TestContext, webkit: WebKit, place: Place) => Promise<void>;

/**
 * Runs the main journey, from sign-up to a password reset, with the steps of every feature
 * (`features/…/e2e/webkit-journey.ts`) in between.
 */
export async function mainJourney(t: TestContext, webkit: WebKit, place: Place) {
  const {
    open,
    fill,
    press,
    click,
    waitForText,
    expectToast,
    element,
    waitUntilGone,
    waitForPath,
  } = webkit;
  const { server, followLink } = place;
  await t.test('sign up', async () => {
    await open('/');
    await press('Sign In');
    await press('Sign up', MAIN);
    await fill('First name', 'Grace');
    await fill('Last name', 'Hopper');
    await fill('Email', EMAIL);
    await fill('Password', 'first secret');
    await fill('Confirm password', 'first secret');
    await press('Sign Up', MAIN);
    await expectToast('Account created successfully!');
    await waitForPath('/login');
  });

  await t.test('confirm', async () => {
    await followLink(await linkTo(EMAIL, server));
    await press('Continue to sign in');
    await waitForPath('/login');
  });

  await t.test('sign in', () => signIn('first secret'));

  type Feature = { journey: FeatureJourney };
  for (const { journey } of await importAll<Feature>('features/*/e2e/webkit-journey.ts'))
    await journey(t, webkit, place);

  await t.test('change the name', async () => {
    await pressInMenu('User Profile');
    await fill('First name', 'Grace Brewster');
    await press('Save');
    await waitForPath('/');
    await waitForText('Welcome back, Grace Brewster');
  });

  await t.test('sign out', async () => {
    await pressInMenu('Sign Out');
    await expectToast('Logged out');
    await waitUntilGone('//button[@aria-label="User menu"]');
  });

  await t.test('reset the password', async () => {
    await press('Sign In');
    await press('Forgot password?');
    await fill('Email', EMAIL);
    await press('Send reset email');
    await followLink(await linkTo(EMAIL, server, /new .* password/i));
    await fill('New password', 'second secret');
    await fill('Confirm password', 'second secret');
    await click(await element('//main//button[@type="submit"]'));
    await expectToast('Password updated successfully');
    await waitForPath('/login');
  });

  await t.test('sign in again', () => signIn('second secret'));

  /** Waits until the menu is open, because it ignores clicks while it is opening. */
  async function pressInMenu(item: string) {
    await press('User menu');
    await press(item, '//*[@role="menu"][not(@data-starting-style)]');
  }

  async function signIn(password: string) {
    await fill('Email', EMAIL);
    await fill('Password', password);
    await press('Sign In', MAIN);
    await waitForPath('/');
  }
}

async function linkTo(email: string, server: string, subject?: RegExp) {
  return (await emailTo(server, email, subject)).link;
}
