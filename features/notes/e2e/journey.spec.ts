import { signInOnScreen } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/fixtures.ts';
import { photoFile } from '#tests/e2e/support/pictures.ts';
import { expectToast, openUserMenu } from '#tests/e2e/support/site.ts';
import { newEmail } from '#tests/support/test-people.ts';

test('A user signs up, writes notes, changes their name, resets their password and signs in again', {
  tag: '@smoke',
}, async ({ page, mailbox }) => {
  test.slow();
  const email = newEmail();
  const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

  await test.step('sign up', async () => {
    await page.goto('/signup');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('first secret');
    await page.getByLabel('Confirm password').fill('first secret');
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await expectToast(page, 'Account created successfully!');
    await expect(page).toHaveURL('/login');
  });

  await test.step('confirm', async () => {
    const { link } = await mailbox.emailTo(email);
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue to sign in', exact: true }).click();
    await expect(page).toHaveURL('/login');
  });

  const signIn = async (password: string) => {
    await signInOnScreen(page, email, password);
    await expect(page.getByText('Welcome back, Grace', { exact: true })).toBeVisible();
  };
  await test.step('sign in', () => signIn('first secret'));

  await test.step('write a note with a photo', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Demo' }).click();
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByLabel('Title').fill('Compilers');
    await page.getByLabel('Content').fill('Nobody believed it could be done.');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose from gallery' }).click();
    await (await chooser).setFiles(await photoFile());
    await page.getByRole('button', { name: 'Save' }).click();
    const note = notes.filter({ hasText: 'Compilers' });
    await expect(note).toBeVisible();
    await expect(note.getByRole('button', { name: 'Photo of' })).toBeVisible();
  });

  await test.step('edit it and remove the photo', async () => {
    const note = notes.filter({ hasText: 'Compilers' });
    await note.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('Compilers and people');
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const edited = notes.filter({ hasText: 'Compilers and people' });
    await expect(edited).toBeVisible();
    await expect(edited.getByRole('button', { name: 'Photo of' })).toHaveCount(0);
  });

  await test.step('delete it', async () => {
    const note = notes.filter({ hasText: 'Compilers and people' });
    await note.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(notes).toHaveCount(0);
  });

  await test.step('change the name', async () => {
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'User Profile', exact: true }).click();
    await page.getByLabel('Last name').fill('Murray Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL('/');
  });

  await test.step('sign out', async () => {
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Sign Out', exact: true }).click();
    await expectToast(page, 'Logged out');
    await expect(page).toHaveURL('/');
  });

  await test.step('reset the password', async () => {
    await page.goto('/login?mode=forgot');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send reset email' }).click();
    const { link } = await mailbox.emailTo(email, /new .* password/i);
    await page.goto(link);
    await page.getByLabel('New password').fill('second secret');
    await page.getByLabel('Confirm password').fill('second secret');
    await page.getByRole('button', { name: 'Save new password', exact: true }).click();
    await expectToast(page, 'Password updated successfully');
    await expect(page).toHaveURL('/login');
  });

  await test.step('sign in again', () => signIn('second secret'));
});
