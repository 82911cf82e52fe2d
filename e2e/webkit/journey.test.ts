import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { photoFile } from '../pictures.ts';
import { startSite } from '../site-server.ts';
import { openWebKit, webkitIsInstalled } from './browser.ts';

const skip = webkitIsInstalled()
  ? false
  : 'WebKit is not installed (Debian: webkit2gtk-driver and xvfb)';

let site: Awaited<ReturnType<typeof startSite>>;
let webkit: Awaited<ReturnType<typeof openWebKit>>;

before(async () => {
  if (skip) return;
  site = await startSite();
  webkit = await openWebKit(site.url);
});
after(async () => {
  await webkit?.close();
  await site?.end();
});

test('the main journey works in WebKit', { skip, timeout: 120_000 }, async (t) => {
  const { open, fill, press, choose, sees, element, seesNot, isAt } = webkit;
  const email = 'grace@example.com';
  const note = (title: string) =>
    `//ul[@aria-label="Notes"]/li[.//*[contains(text(), "${title}")]]`;
  const main = '//main';

  await t.test('sign up', async () => {
    await open('/signup');
    await fill('First name', 'Grace');
    await fill('Last name', 'Hopper');
    await fill('Email', email);
    await fill('Password', 'first secret');
    await fill('Confirm password', 'first secret');
    await press('Sign Up', main);
    await sees('Account created successfully!');
    await isAt('/login');
  });

  await t.test('confirm', async () => {
    await open(await linkTo(email));
    await press('Continue to sign in');
    await isAt('/login');
  });

  await t.test('sign in', () => signIn('first secret'));

  await t.test('write a note with a photo', async () => {
    await open('/notes');
    await press('New note');
    await fill('Title', 'Compilers');
    await fill('Content', 'Nobody believed it could be done.');
    await choose('Choose from gallery', await photoOnDisk());
    await press('Save');
    await element(`${note('Compilers')}//img`);
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
    await seesNot('//ul[@aria-label="Notes"]/li');
  });

  await t.test('reset the password', async () => {
    await webkit.driver.executeScript('localStorage.clear()');
    await open('/login?mode=forgot');
    await fill('Email', email);
    await press('Send reset email');
    await open(await linkTo(email, /new .* password/i));
    await fill('New password', 'second secret');
    await fill('Confirm password', 'second secret');
    await webkit.click(await element('//main//button[@type="submit"]'));
    await sees('Password updated successfully');
    await isAt('/login');
  });

  await t.test('sign in again', () => signIn('second secret'));

  async function signIn(password: string) {
    await fill('Email', email);
    await fill('Password', password);
    await press('Sign In', main);
    await isAt('/');
  }
});

async function linkTo(email: string, subject = /./) {
  type Letter = { recipient: string; subject: string; text: string };
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${site.url}/dev/mailbox`, {
      headers: { Accept: 'application/json' },
    });
    const { letters } = (await answer.json()) as { letters: Letter[] };
    const letter = letters.find((one) => one.recipient === email && subject.test(one.subject));
    if (letter) return /https?:\S+/.exec(letter.text)?.[0] as string;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No letter to ${email}.`);
}

async function photoOnDisk() {
  const { name, buffer } = await photoFile();
  const path = join(mkdtempSync(join(tmpdir(), 'photo-')), name);
  writeFileSync(path, buffer);
  return path;
}
