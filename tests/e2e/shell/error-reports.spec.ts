import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '#tests/support/server-process.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { test as base, expect } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

type Reported = { message: string; path: string; version: string };

/** Adds a separate server and its log of reported errors. */
const test = base.extend<{ server: { url: string; reported: Reported[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from its pattern
  server: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'kit-reports-'));
    const { child, url, listening, ended } = await spawnServer(['server/main.ts'], {
      env: { DATA_DIR: data },
      stdout: 'pipe',
    });
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
    await listening();
    await use({
      url,
      get reported() {
        return printed
          .split('\n')
          .filter((line) => line.startsWith('{') && line.endsWith('}'))
          .map((line) => JSON.parse(line))
          .filter(({ level }) => level >= 50)
          .map(({ err, client }) => ({ message: err.message, ...client }));
      },
    });
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true });
  },
  baseURL: async ({ server }, use) => use(server.url),
});

test('An error in the page reaches the log of the server once, without the address it was opened with', async ({
  page,
  server,
}) => {
  const { version } = packageJson;
  await open(page, '/about?from=secret#secret');

  await test.step('thrown, and thrown again', async () => {
    await page.evaluate(() => {
      const fail = () => {
        throw new Error('The page is broken');
      };
      setTimeout(fail);
      setTimeout(fail);
    });
    const thrown = { message: 'Error: The page is broken', path: '/about', version };
    await expect.poll(() => server.reported).toMatchObject([thrown]);
  });

  await test.step('rejected', async () => {
    await page.evaluate(() => {
      void Promise.reject(new TypeError('The promise is broken'));
    });
    await expect
      .poll(() => server.reported.slice(1))
      .toMatchObject([{ message: 'TypeError: The promise is broken', path: '/about', version }]);
  });

  await test.step('thrown by a screen', async () => {
    await page.route(/assets\/help-.*\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export default () => { throw new Error('The screen is broken') }",
      }),
    );
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Something went wrong');
    await expect
      .poll(() => server.reported.slice(2))
      .toMatchObject([{ message: 'Error: The screen is broken', path: '/help', version }]);
  });

  expect(JSON.stringify(server.reported)).not.toContain('secret');
});
