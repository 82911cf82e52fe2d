import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAccounts } from '#server/demo/content.ts';
import { openBrowser } from '#tests/support/app-page.ts';
import type { copyKit } from '#tests/support/kit-copy.ts';
import { statusOf } from '#tests/support/smoke.ts';

const ROUTE = `
    {
      path: '/tasks/:id',
      source: 'features/tasks/task.tsx',
      screen: lazyScreen(() => import('./task.tsx')),
      access: 'signed-in',
      title: 'Task',
      description: 'One task.',
      prerender: 'shell',
    },`;

/** The compiler checks the comments: each must be followed by an error. */
const SCREEN = `
import { AppLink } from '#client/components/app-link.tsx';
import { navigate, pathTo } from '#client/shell/navigate.ts';

export default function Task({ params }: { params: { id: string } }) {
  return (
    <>
      <h1>{params.id}</h1>
      <AppLink to={pathTo('/tasks/:id', { id: 'fünf & 50 %' })}>Next</AppLink>
    </>
  );
}

export function mistakes() {
  // @ts-expect-error: no screen has this path
  navigate('/task');
  // @ts-expect-error: the path has a parameter
  navigate('/tasks/:id');
  // @ts-expect-error: the value was not encoded
  navigate('/tasks/1');
  // @ts-expect-error: the parameter is missing
  navigate(pathTo('/tasks/:id', {}));
  // @ts-expect-error: the parameter has another name
  navigate(pathTo('/tasks/:id', { task: '1' }));
  // @ts-expect-error: no screen has this path
  navigate(pathTo('/task/:id', { id: '1' }));
}
`;

/** Adds a screen with the path `/tasks/:id` to an added feature. */
export function addScreenWithParameter(kit: ReturnType<typeof copyKit>) {
  const feature = 'features/tasks';
  kit.replace('features/contract.ts', 'featurePaths = {', "featurePaths = { '/tasks/:id': 'app',");
  kit.replace(
    `${feature}/client.ts`,
    'icon: ClipboardList }',
    `icon: ClipboardList, routes: [${ROUTE}] }`,
  );
  kit.replace(
    `${feature}/client.ts`,
    'import { tasks }',
    "import { lazyScreen } from '#client/shell/route.ts';\nimport { tasks }",
  );
  writeFileSync(join(kit.folder, feature, 'task.tsx'), SCREEN);
}

/** Opens the screen by its address and by a link, reloads it offline, and opens unknown paths. */
export async function testScreenWithParameter(url: string) {
  for (const path of ['/tasks/1/2', '/tasks/%ff']) assert.equal(await statusOf({ url }, path), 404);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/tasks/1');
    await page.waitForURL('/login');
    await page.getByLabel('Email').fill(demoAccounts[0]?.email ?? '');
    await page.getByLabel('Password', { exact: true }).fill(demoAccounts[0]?.password ?? '');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/');

    await page.goto('/tasks/1');
    await heading.getByText('1', { exact: true }).waitFor();
    // The menu marks the screen that this one belongs to.
    const entry = page.getByRole('banner').getByRole('link', { name: 'Tasks', exact: true });
    assert.equal(await entry.getAttribute('aria-current'), 'true');
    await page.getByRole('link', { name: 'Next' }).click();
    await heading.getByText('fünf & 50 %', { exact: true }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await heading.getByText('fünf & 50 %', { exact: true }).waitFor();
    await page.goto('/tasks/never%20seen');
    await heading.getByText('never seen', { exact: true }).waitFor();
    await page.goto('/tasks/1/2');
    await heading.getByText('Page not found').waitFor();
  } finally {
    await browser.close();
  }
}
