import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { itemMessages } from '#client/items/item-messages.ts';
import { itemKinds } from '#features/contract.ts';
import { demoAccounts } from '#server/demo/content.ts';
import type { ItemKind } from '#shared/items.ts';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { jsonOf, startDev, statusOf } from '../support/dev-server.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { collectConsoleErrors } from '../support/site.ts';

// The test copies the kit, starts Vite, which bundles the dependencies, and makes a dozen edits.
test.setTimeout(600_000);
const LONG_TIMEOUT = { timeout: 120_000 };
const TIMES = [1, 2, 3];

test('npm run dev serves the app and applies every edit of client, styles, shared code and server', async ({
  page,
}) => {
  const kit = copyKit({ ownModules: true });
  const url = `http://localhost:${await freePort()}`;
  const dev = startDev(kit.folder, url);
  const errors = collectConsoleErrors(page);
  try {
    await test.step('the app and the API are served at the same address', async () => {
      await expect.poll(() => statusOf(`${url}/api/ready`), LONG_TIMEOUT).toBe(200);
      await page.goto(`${url}/signup`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible(LONG_TIMEOUT);
      expect(await statusOf(`${url}/dev/mailbox`)).toBe(200);
    });

    await test.step('only the files that the page needs are served, not the data and the settings', async () => {
      const statusOfFile = (path: string, query = '') =>
        statusOf(`${url}/@fs${pathToFileURL(path).pathname}${query}`);
      expect(await statusOfFile(join(kit.folder, 'shared/auth.ts'))).toBe(200);
      const settings = join(kit.folder, '.env');
      writeFileSync(settings, '# Nothing is set.\n');
      const data = filesIn(join(kit.folder, 'data'));
      expect(data).toContain(join(kit.folder, 'data/demo/app.db'));
      for (const path of [...data, settings, join(kit.folder, 'server/config.ts')])
        for (const query of ['', '?raw', '?import&raw', '?url'])
          expect(await statusOfFile(path, query), path + query).toBe(403);
    });

    await test.step('edits of a component, a style and a shared rule do not reset the state of the page', async () => {
      await page.getByLabel('Last name').fill('Typed before');
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      for (const time of TIMES) {
        kit.replace('client/account/signup.tsx', /Sign (Up|up \d)\n/, `Sign up ${time}\n`);
        const button = page.getByRole('button', { name: `Sign up ${time}` });
        await expect(button).toBeVisible(LONG_TIMEOUT);

        kit.replace('client/account/account.css', /$/, `.account-form { z-index: ${time}; }\n`);
        await expect(page.locator('form')).toHaveCSS('z-index', `${time}`, LONG_TIMEOUT);

        const message = `First name, please (${time})`;
        kit.replace('shared/auth.ts', /m\.firstNameRequired|'First name, .*?'/, `'${message}'`);
        await expect(async () => {
          await button.click();
          await expect(page.getByText(message)).toBeVisible({ timeout: 500 });
        }).toPass(LONG_TIMEOUT);
        await expect
          .poll(() => registerWithoutFields(url), LONG_TIMEOUT)
          .toHaveProperty('fields.first_name', message);
      }
      await expect(page.getByLabel('Last name')).toHaveValue('Typed before');
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    });

    await test.step('edits of shared code do not reset screens with session and stored data', async () => {
      await signIn(page, url);
      await page.goto(`${url}/admin-dashboard`);
      await expect(page.getByText('Everything is working')).toBeVisible(LONG_TIMEOUT);
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      for (const time of TIMES) {
        const format = `\`\${whole.format(number)} pieces (${time})\``;
        kit.replace('shared/format-number.ts', /(?<=formatNumber = .*)=> .*;/, `=> ${format};`);
        await expect(page.getByText(`pieces (${time})`).first()).toBeVisible(LONG_TIMEOUT);
      }
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
      await page.goto(`${url}/profile`);
      await page.getByLabel('First name').fill('Typed before');
      await page.getByLabel('Last name').fill('');
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      for (const time of TIMES) {
        const message = `Last name, please (${time})`;
        kit.replace('shared/messages.ts', /(?<=lastNameRequired: )'.*?'/, `'${message}'`);
        await expect(async () => {
          await page.getByRole('button', { name: 'Save' }).click();
          await expect(page.getByText(message)).toBeVisible({ timeout: 500 });
        }).toPass(LONG_TIMEOUT);
      }
      await expect(page.getByLabel('First name')).toHaveValue('Typed before');
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    });

    const kind = (itemKinds as readonly ItemKind[])[0];
    if (kind)
      await test.step('an edit of a kind of item reloads the page, whose screens keep what they derived from it', async () => {
        await page.goto(`${url}${kind.path}`);
        const add = page.getByRole('button', { name: itemMessages(kind).add, exact: true }).first();
        await expect(add).toBeVisible(LONG_TIMEOUT);
        await page.evaluate(() => Object.assign(window, { notReloaded: true }));
        kit.replace(`features${kind.path}/contract.ts`, /(?<=Field\()'.*?'/, "'Edited label'");
        const isOld = () => page.evaluate(() => 'notReloaded' in window).catch(() => true);
        await expect.poll(isOld, LONG_TIMEOUT).toBe(false);
        // Vite may reload the page once more, because it has found another dependency.
        await expect(async () => {
          await add.click({ timeout: 500 });
          await expect(page.getByLabel('Edited label')).toBeVisible({ timeout: 500 });
        }).toPass(LONG_TIMEOUT);
      });

    await test.step('edits of the server and a new migration are applied', async () => {
      for (const time of TIMES) {
        kit.replace('server/health/health.ts', /version: .*,/, `version: 'edited-${time}',`);
        await expect
          .poll(() => jsonOf(`${url}/api/health`), LONG_TIMEOUT)
          .toHaveProperty('version', `edited-${time}`);
      }
      kit.replace('server/database/migrations.ts', /$/, NEW_MIGRATION);
      await expect
        .poll(() => tablesOf(join(kit.folder, 'data/demo/app.db')), LONG_TIMEOUT)
        .toContain('added_later');
      await expect.poll(() => statusOf(`${url}/api/ready`), LONG_TIMEOUT).toBe(200);
    });

    await test.step('a migration that is edited after it ran is reported, and undoing the edit is enough', async () => {
      const file = 'server/database/migrations.ts';
      kit.replace(file, "'added_later').", "'added_later').ifNotExists().");
      await expect
        .poll(dev.printed, LONG_TIMEOUT)
        .toContain('an earlier version of "kit/9999-added-later"');
      kit.replace(file, '.ifNotExists()', '');
      await expect.poll(() => statusOf(`${url}/api/ready`), LONG_TIMEOUT).toBe(200);
    });

    await test.step('the client can call an endpoint that was added to the contract', async () => {
      mkdirSync(join(kit.folder, 'features/added'));
      writeFileSync(join(kit.folder, 'features/added/endpoints.ts'), ADDED_ENDPOINTS);
      writeFileSync(join(kit.folder, 'features/added/server.ts'), ADDED_SERVER);
      register('features/server.ts', "import { added } from './added/server.ts';", 'added,');
      register(
        'features/endpoints.ts',
        "import { addedEndpoints } from './added/endpoints.ts';",
        '...addedEndpoints,',
      );
      await expect(async () => {
        expect(await callFromPage(page, 'greet')).toEqual({ success: true, text: 'Hello' });
      }).toPass(LONG_TIMEOUT);
    });

    // The duration of the first start depends on the machine, and a server that restarts answers 503.
    expect(errors.filter((text) => !/took longer than|status of 503/.test(text))).toEqual([]);
    expect(dev.printed()).not.toMatch(/(?<![-/])error|server restarted/i);
  } finally {
    await dev.stop();
    kit.remove();
  }

  function register(table: string, importLine: string, line: string) {
    kit.replace(table, /^/, `${importLine}\n`);
    kit.replace(table, '// One line per feature.\n', `${line}\n`);
  }
});

const NEW_MIGRATION = `
migrations['9999-added-later'] = {
  up: (db) => db.schema.createTable('added_later').addColumn('id', 'text').execute(),
};
`;

const ADDED_ENDPOINTS = `
import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';

export const addedEndpoints = defineEndpoints({
  greet: {
    method: 'GET',
    path: '/api/greet',
    access: 'public',
    summary: 'Greet',
    response: v.object({ text: v.string() }),
  },
});
`;

const ADDED_SERVER = `
import type { ServerFeature } from '#server/feature.ts';
import { addedEndpoints } from './endpoints.ts';

export const added: ServerFeature = {
  name: 'added',
  description: 'Added while npm run dev runs.',
  endpoints: addedEndpoints,
  migrations: {},
  tables: [],
  synced: [],
  portable: [],
  photoColumns: [],
  counts: {},
  create: () => ({ addRoutes: (api) => api.handle(addedEndpoints.greet, () => ({ text: 'Hello' })) }),
};
`;

/** Signs in as the demo admin, without using screens. */
async function signIn(page: Page, url: string) {
  const admin = demoAccounts.find(({ user_type }) => user_type === 'admin');
  const person = await jsonOf(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  });
  await signInWithoutScreens(page, person);
}

/** Calls an endpoint through the page's API client. */
function callFromPage(page: Page, endpoint: string) {
  return page.evaluate(async (name) => {
    const client = '/api-client/api.ts';
    return (await import(client)).api[name]();
  }, endpoint);
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function registerWithoutFields(url: string) {
  return jsonOf(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
}

function tablesOf(file: string) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: LONG_TIMEOUT.timeout });
  try {
    const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
    return rows.map(({ name }) => name);
  } finally {
    database.close();
  }
}
