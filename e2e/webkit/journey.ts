import type { TestContext } from 'node:test';
import type { WebKit } from './browser.ts';

/** What differs between a website and a phone. */
type Place = {
  /** The server whose mailbox gets the letters. */
  server: string;
  followLink(link: string): Promise<unknown>;
  addPhoto(): Promise<unknown>;
};

const EMAIL = 'grace@example.com';
const MAIN = '//main';
const NOTES = '//ul[@aria-label="Notes"]/li';
const note = (title: string) => `${NOTES}[.//*[contains(text(), "${title}")]]`;

/**
 * From the first page to a second password, by what a person reads and presses. Only the links of
 * letters come from outside.
 */
export async function mainJourney(
  t: TestContext,
  { open, fill, press, click, sees, element, seesPicture, seesNot, isAt }: WebKit,
  { server, followLink, addPhoto }: Place,
) {
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
    await sees('Account created successfully!');
    await isAt('/login');
  });

  await t.test('confirm', async () => {
    await followLink(await linkTo(EMAIL, server));
    await press('Continue to sign in');
    await isAt('/login');
  });

  await t.test('sign in', () => signIn('first secret'));

  await t.test('write a note with a photo', async () => {
    await press('Demo');
    await press('New note');
    await fill('Title', 'Compilers');
    await fill('Content', 'Nobody believed it could be done.');
    await addPhoto();
    await seesPicture('//img[@alt="The photo you chose"]');
    await press('Save');
    await seesPicture(`${note('Compilers')}//img`);
  });

  await t.test('edit it and remove the photo', async () => {
    await press('Edit', note('Compilers'));
    await fill('Title', 'Compilers and people');
    await press('Remove photo');
    await press('Save');
    await sees('Compilers and people');
    await seesNot(`${note('Compilers and people')}//img`);
  });

  await t.test('delete it', async () => {
    await press('Delete', note('Compilers and people'));
    await press('Delete', '//*[@role="alertdialog"]');
    await seesNot(NOTES);
  });

  await t.test('change the name', async () => {
    await pressInMenu('User Profile');
    await fill('First name', 'Grace Brewster');
    await press('Save');
    await isAt('/');
    await sees('Welcome back, Grace Brewster');
  });

  await t.test('sign out', async () => {
    await pressInMenu('Sign Out');
    await sees('Logged out');
    await seesNot('//button[@aria-label="User menu"]');
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
    await sees('Password updated successfully');
    await isAt('/login');
  });

  await t.test('sign in again', () => signIn('second secret'));

  /** Still opening, the menu would swallow a press. */
  async function pressInMenu(item: string) {
    await press('User menu');
    await press(item, '//*[@role="menu"][not(@data-starting-style)]');
  }

  async function signIn(password: string) {
    await fill('Email', EMAIL);
    await fill('Password', password);
    await press('Sign In', MAIN);
    await isAt('/');
  }
}

async function linkTo(email: string, server: string, subject = /./) {
  type Letter = { recipient: string; subject: string; text: string };
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${server}/dev/mailbox`, {
      headers: { Accept: 'application/json' },
    });
    const { letters } = (await answer.json()) as { letters: Letter[] };
    const letter = letters.find((one) => one.recipient === email && subject.test(one.subject));
    if (letter) return /https?:\S+/.exec(letter.text)?.[0] as string;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No letter to ${email}.`);
}
