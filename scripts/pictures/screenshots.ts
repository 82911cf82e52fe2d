/** `npm run screenshots`: takes screenshots of every screen and its main states into screenshots/. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Shot, shotsOfFeatures } from '#tests/support/shot.ts';
import { shots } from './shots.ts';

const FOLDER = 'screenshots';
const WIDTHS = [390, 768, 1440, 1920];
const SCHEMES = ['light', 'dark'] as const;

const only = process.argv[2] ?? '';
await using site = await startServerProcess(['server/main.ts']);
await using browser = await openBrowser();
const failures: string[] = [];
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
const all = [...shots, ...(await shotsOfFeatures()).shots];
const wanted = all.filter(({ name }) => name.includes(only));
// Two at a time, for machines with two cores.
const queue = wanted.values();
await Promise.all([takeAll(queue), takeAll(queue)]);
console.log(`${wanted.length * WIDTHS.length * SCHEMES.length} screenshots in ${FOLDER}/`);
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

async function takeAll(queue: Iterable<Shot>) {
  for (const shot of queue)
    for (const width of WIDTHS) for (const scheme of SCHEMES) await take(shot, width, scheme);
}

async function take(shot: Shot, width: number, scheme: 'light' | 'dark') {
  const height = width < 500 ? 844 : 900;
  const page = await openPage(browser, site.url, shot.as ?? 'visitor', { width, height, scheme });
  page.setDefaultTimeout(5000);
  const name = `${shot.name}-${width}-${scheme}`;
  try {
    await shot.before?.(page);
    await page.goto(shot.path);
    await page.locator('h1').first().waitFor();
    await shot.after?.(page);
    // Loads all images: by default they load when they are near the visible area.
    await page.evaluate(() =>
      Promise.all(
        [...document.images].map((image) => {
          image.loading = 'eager';
          return image.decode().catch(() => {});
        }),
      ),
    );
    // The network never becomes idle if a shot delays a response on purpose.
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => {});
    await page.screenshot({
      path: join(FOLDER, `${name}.png`),
      fullPage: !shot.overlay,
    });
  } catch (error) {
    failures.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
  }
  await page.context().close();
}
