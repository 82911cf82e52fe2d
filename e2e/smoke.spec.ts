import { expect, test } from './fixtures.ts';

test('a visitor sees the home page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('someone signed in reaches the notes', async ({ signedIn }) => {
  await signedIn.goto('/notes');
  await expect(signedIn).toHaveURL('/notes');
  await expect(signedIn.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an unknown path is answered with status 404 and the 404 page', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
