import { expect, signInWithoutScreens, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';

const PHONE = { width: 390, height: 844 };

for (const place of ['Main', 'Menu', 'Bottom']) {
  test(`${place} navigation offers Home, Demo, About and Contact, and Demo leads a visitor to the sign-in`, async ({
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

test('the home page leads a visitor to the sign-in, and someone signed in to their notes', async ({
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

test('Demo leads someone signed in to their notes', async ({ signedIn }) => {
  await open(signedIn, '/');
  await signedIn.getByRole('banner').getByRole('link', { name: 'Demo' }).click();
  await expect(signedIn).toHaveURL('/notes');
});

test('before the scripts have run, "Demo" leads to the notes; for a visitor then to the sign-in', async ({
  page,
  browser,
  baseURL,
}) => {
  const withoutScripts = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await withoutScripts.newPage();
  await plain.goto('/');
  for (const demo of await plain.getByRole('link', { name: 'Demo', includeHidden: true }).all())
    await expect(demo).toHaveAttribute('href', '/notes');
  await withoutScripts.close();

  await open(page, '/');
  const demo = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Demo' });
  await expect(demo).toHaveAttribute('href', '/login');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('Demo in the bottom navigation leads someone signed in to their notes', async ({
    signedIn,
  }) => {
    await open(signedIn, '/');
    const bottom = signedIn.getByRole('navigation', { name: 'Bottom' });
    await bottom.getByRole('link', { name: 'Demo' }).click();
    await expect(signedIn).toHaveURL('/notes');
  });

  test('what is fixed to the window stands in its place while its screen arrives', async ({
    signedIn,
  }) => {
    await open(signedIn, '/');
    const places = await signedIn.evaluate(async () => {
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
    expect(places).toHaveLength(1);
  });
});

test('the dashboard of an admin counts the notes', async ({ page, admin }) => {
  await signInWithoutScreens(page, admin);
  await open(page, '/admin-dashboard');
  const count = page.locator('div', { has: page.locator('dt', { hasText: /^Notes$/ }) });
  await expect(count.locator('> dd')).toHaveText(/^\d+$/);
});
