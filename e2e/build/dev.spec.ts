import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '#tooling/free-port.ts';
import { copyKit } from '#tooling/kit-copy.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectComplaints } from '../support/site.ts';

// A copy is made, Vite starts and bundles what the client imports, and a dozen edits arrive.
test.setTimeout(600_000);
const ARRIVES_WITHIN = { timeout: 120_000 };
const TIMES = [1, 2, 3];

test('npm run dev shows the app, and edits of client, style, shared and server arrive every time', async ({
  page,
}) => {
  const kit = copyKit({ ownModules: true });
  const url = `http://localhost:${await freePort()}`;
  const dev = startDev(kit.folder, url);
  const complaints = collectComplaints(page);
  try {
    await test.step('a page stands, with the server behind the same address', async () => {
      await expect.poll(() => statusOf(`${url}/api/ready`), ARRIVES_WITHIN).toBe(200);
      await page.goto(`${url}/signup`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible(ARRIVES_WITHIN);
      expect(await statusOf(`${url}/dev/mailbox`)).toBe(200);
    });

    await test.step('edits of a component, a style and a shared rule leave the page’s state alone', async () => {
      await page.getByLabel('Last name').fill('Typed before');
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      for (const time of TIMES) {
        kit.replace('client/account/signup.tsx', /Sign (Up|up \d)\n/, `Sign up ${time}\n`);
        const button = page.getByRole('button', { name: `Sign up ${time}` });
        await expect(button).toBeVisible(ARRIVES_WITHIN);

        kit.replace('client/account/account.css', /$/, `.account-form { z-index: ${time}; }\n`);
        await expect(page.locator('form')).toHaveCSS('z-index', `${time}`, ARRIVES_WITHIN);

        const sentence = `First name, please (${time})`;
        kit.replace('shared/auth.ts', /m\.firstNameRequired|'First name, .*?'/, `'${sentence}'`);
        await expect(async () => {
          await button.click();
          await expect(page.getByText(sentence)).toBeVisible({ timeout: 500 });
        }).toPass(ARRIVES_WITHIN);
        await expect
          .poll(() => refusalOfEmptyRegistration(url), ARRIVES_WITHIN)
          .toHaveProperty('fields.first_name', sentence);
      }
      await expect(page.getByLabel('Last name')).toHaveValue('Typed before');
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    });

    await test.step('edits of the server and a new migration arrive', async () => {
      for (const time of TIMES) {
        kit.replace('server/health/health.ts', /version: .*,/, `version: 'edited-${time}',`);
        await expect
          .poll(() => jsonOf(`${url}/api/health`), ARRIVES_WITHIN)
          .toHaveProperty('version', `edited-${time}`);
      }
      kit.replace('server/database/migrations.ts', /$/, NEW_MIGRATION);
      await expect
        .poll(() => tablesOf(join(kit.folder, 'data/demo/trifold.db')), ARRIVES_WITHIN)
        .toContain('added_later');
      await expect.poll(() => statusOf(`${url}/api/ready`), ARRIVES_WITHIN).toBe(200);
    });

    // How long the first start takes is the machine's.
    expect(complaints.filter((text) => !text.includes('took longer than'))).toEqual([]);
    expect(dev.printed()).not.toMatch(/error|server restarted/i);
  } finally {
    await dev.stop();
    kit.remove();
  }
});

const NEW_MIGRATION = `
migrations['9999-added-later'] = {
  up: (db) => db.schema.createTable('added_later').addColumn('id', 'text').execute(),
};
`;

function startDev(folder: string, url: string) {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', PORT: new URL(url).port, DATA_DIR: '', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const exited = once(child, 'exit');
  return {
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function refusalOfEmptyRegistration(url: string) {
  return jsonOf(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
}

async function statusOf(url: string) {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status;
}

async function jsonOf(url: string, init?: RequestInit) {
  return (await fetch(url, init)).json();
}

function tablesOf(file: string) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: ARRIVES_WITHIN.timeout });
  try {
    const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
    return rows.map(({ name }) => name);
  } finally {
    database.close();
  }
}
