import { expect, signInWithoutScreens, test } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';

const PHONE = { width: 390, height: 844 };

test('For a visitor, every navigation has Home, Demo, About and Contact, and Demo opens sign-in', async ({
  page,
}) => {
  for (const place of ['Main', 'Menu', 'Bottom'])
    await test.step(place, async () => {
      if (place === 'Menu') await page.setViewportSize(PHONE);
      await open(page, '/help');
      if (place === 'Menu') await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const links = page.getByRole('navigation', { name: place }).getByRole('link');
      await expect(links).toHaveText(['Home', 'Demo', 'About', 'Contact']);
      await links.filter({ hasText: 'Demo' }).click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

  await page
    .getByRole('navigation', { name: 'Bottom' })
    .getByRole('link', { name: 'Home' })
    .click();
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await expect(page).toHaveURL('/login');
});

test('For a user, Demo and "Open your notes" open the notes', async ({ signedIn: page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await expect(page).toHaveURL('/notes');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  await page.getByRole('banner').getByRole('link', { name: 'Demo' }).click();
  await expect(page).toHaveURL('/notes');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  await page.setViewportSize(PHONE);
  await page
    .getByRole('navigation', { name: 'Bottom' })
    .getByRole('link', { name: 'Demo' })
    .click();
  await expect(page).toHaveURL('/notes');
});

test('Demo links to the notes before hydration and to sign-in afterwards for a visitor', async ({
  page,
  context,
}) => {
  const notHydrated = await context.newPage();
  await notHydrated.route(/assets\/.*\.js/, (route) => route.abort());
  await notHydrated.goto('/');
  const links = notHydrated.getByRole('link', { name: 'Demo', includeHidden: true });
  await expect(links.first()).toBeAttached();
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', '/notes');
  await notHydrated.close();

  await open(page, '/');
  const demo = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Demo' });
  await expect(demo).toHaveAttribute('href', '/login');
});

test('The admin dashboard counts the notes', async ({ page, admin }) => {
  await signInWithoutScreens(page, admin);
  await open(page, '/admin-dashboard');
  const count = page.locator('div', { has: page.locator('dt', { hasText: /^Notes$/ }) });
  await expect(count.locator('> dd')).toHaveText(/^\d+$/);
});
