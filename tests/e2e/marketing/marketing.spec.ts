import sharp from 'sharp';
import { app } from '#app';
import { publicPages } from '#features/public-pages.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectConsoleErrors, horizontalOverflow, open, PATHS } from '../support/site.ts';

test('The home page has the tagline', async ({ page }) => {
  test.skip(publicPages['/'] !== undefined, 'The home page is that of a feature, which tests it.');
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app.tagline);
});

test('The home page greets the user by first name, even if it is long or contains markup', async ({
  signedIn,
}) => {
  await open(signedIn, '/');
  await expect(signedIn.getByText('Welcome back, Ada')).toBeVisible();

  const first_name = `<b>${'W'.repeat(53)}</b>`;
  await signedIn.evaluate((first_name) => {
    const user = JSON.parse(localStorage.app_user);
    localStorage.app_user = JSON.stringify({ ...user, first_name });
  }, first_name);
  await signedIn.setViewportSize({ width: 320, height: 700 });
  await signedIn.route('**/api/auth/me', (route) => route.abort());
  await open(signedIn, '/');
  await expect(signedIn.getByText(`Welcome back, ${first_name}`)).toBeVisible();
  expect(await horizontalOverflow(signedIn)).toBe(0);
});

test('About and Contact have a link to the support email address, and the favicon is the logo', {
  tag: '@smoke',
}, async ({ page, request }) => {
  for (const [path, heading] of [
    ['/about', `About ${app.name}`],
    ['/help', 'Contact'],
  ] as const) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(
      page.getByRole('main').getByRole('link', { name: app.supportEmail }),
    ).toHaveAttribute('href', `mailto:${app.supportEmail}`);
  }

  const response = await request.get('/favicon.ico');
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toMatch(/^image\//);
  const width = await page.evaluate(async () => {
    const icon = new Image();
    icon.src = '/favicon.ico';
    await icon.decode();
    return icon.naturalWidth;
  });
  expect(width).toBe(48);
});

test('The same build contains the public URL of the server that serves it', async ({
  request,
  baseURL,
}) => {
  const other = await startServerProcess(['tests/support/serve-site.ts', 'dist']);
  try {
    for (const url of [baseURL ?? '', other.url])
      for (const path of ['/', '/about', '/sitemap.xml', '/robots.txt']) {
        const text = await (await request.get(url + path)).text();
        const named = text.match(/https?:\/\/[\w.-]+(:\d+)?(?=\/(about|social-card|sitemap|"|<))/g);
        expect(new Set(named), path).toEqual(new Set([url]));
      }
  } finally {
    await other.stop();
  }
});

test('The marketing pages are served as prerendered HTML', { tag: '@smoke' }, async ({
  request,
}) => {
  for (const [path, text] of [
    ['/', app.tagline],
    ['/about', 'Say hello'],
    ['/help', 'Before you write'],
  ] as const) {
    expect(await (await request.get(path)).text()).toContain(text);
  }
});

test('Every page has its own title, description and canonical URL', async ({ request }) => {
  const seen = new Set<string>();
  for (const path of PATHS.filter((path) => path !== '/no-such-page')) {
    const html = await (await request.get(path)).text();
    const title = /<title>(.+)<\/title>/.exec(html)?.[1] ?? '';
    const description = /<meta name="description" content="(.{20,})">/.exec(html)?.[1];
    const canonical = /<link rel="canonical" href="(.+)">/.exec(html)?.[1] ?? '';
    expect(title, path).toContain(escapeHtml(app.name));
    expect(description, path).toBeTruthy();
    expect(new URL(canonical).pathname).toBe(path);
    expect(html).toMatch(/<meta property="og:title" content=".+">/);
    expect(html).toMatch(/<meta name="twitter:card" content="summary_large_image">/);
    seen.add(title);
  }
  expect(seen.size).toBe(PATHS.length - 1);
});

test('The social card is an image of 1200 × 630 pixels', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const address = /<meta property="og:image" content="(.+?)">/.exec(html)?.[1] ?? '';
  const card = await request.get(new URL(address).pathname);
  const { width, height, format } = await sharp(await card.body()).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
});

test('The sitemap and robots.txt list only the public pages', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  );
  expect(listed).toEqual(['/', '/about', '/help', '/login', '/signup']);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^Disallow: \/api\/$/m);
  expect(robots).toMatch(/^Sitemap: http\S+\/sitemap\.xml$/m);
});

test('An unknown path returns status 404 and the 404 page', { tag: '@smoke' }, async ({
  page,
  request,
}) => {
  const errors = collectConsoleErrors(page);
  for (const path of ['/about/us', '/no-such-page']) {
    const response = await open(page, path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    expect(errors, path).toEqual([]);
  }
  const notFound = await (await request.get('/no-such-page')).text();
  const others = ['/about.html', '/index.html', '/login.html', '/login.php', '/404', '/dev/nope'];
  for (const path of others) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toBe(notFound);
  }
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
});
