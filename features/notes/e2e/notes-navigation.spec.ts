import { expect, signInWithoutScreens, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';

const PHONE = { width: 390, height: 844 };

for (const place of ['Main', 'Menu', 'Bottom']) {
  test(`The ${place} navigation has Home, Demo, About and Contact, and Demo opens sign-in for a visitor`, async ({
    page,
  }) => {
    if (place !== 'Main') await page.setViewportSize(PHONE);
    await open(page, '/help');
    if (place === 'Menu') await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const links = page.getByRole('navigation', { name: place }).getByRole('link');
    await expect(links).toHaveText(['Home', 'Demo', 'About', 'Contact']);
    await links.filter({ hasText: 'Demo' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('"Open your notes" on the home page opens sign-in for a visitor and the notes for a user', async ({
  page,
  person,
}) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await expect(page).toHaveURL('/login');
  await signInWithoutScreens(page, person);
  await open(page, '/');
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await expect(page).toHaveURL('/notes');
});

test('Demo opens the notes for a user', async ({ signedIn }) => {
  await open(signedIn, '/');
  await signedIn.getByRole('banner').getByRole('link', { name: 'Demo' }).click();
  await expect(signedIn).toHaveURL('/notes');
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

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test('Demo in the bottom navigation opens the notes for a user', async ({ signedIn }) => {
    await open(signedIn, '/');
    const bottom = signedIn.getByRole('navigation', { name: 'Bottom' });
    await bottom.getByRole('link', { name: 'Demo' }).click();
    await expect(signedIn).toHaveURL('/notes');
  });

  test('the fixed "New note" button does not move while its screen appears', async ({
    signedIn,
  }) => {
    await open(signedIn, '/');
    const positions = await signedIn.evaluate(async () => {
      const seen = new Set<number>();
      document.querySelector<HTMLElement>('[aria-label="Bottom"] a[href="/notes"]')?.click();
      for (let frames = 0; frames < 60; ) {
        await new Promise(requestAnimationFrame);
        const button = document.querySelector('.new-note');
        if (!button) continue;
        frames++;
        seen.add(Math.round(button.getBoundingClientRect().bottom));
      }
      return [...seen];
    });
    expect(positions).toHaveLength(1);
  });
});

test('The admin dashboard counts the notes', async ({ page, admin }) => {
  await signInWithoutScreens(page, admin);
  await open(page, '/admin-dashboard');
  const count = page.locator('div', { has: page.locator('dt', { hasText: /^Notes$/ }) });
  await expect(count.locator('> dd')).toHaveText(/^\d+$/);
});
