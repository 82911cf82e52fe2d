/** `npm run pictures`: draws the social card and takes the screenshots of the marketing pages. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { openBrowser, openPage } from '#tooling/app-page.ts';
import { startServerProcess } from '#tooling/server-process.ts';
import { drawSocialCard } from './social-card.ts';

const FOLDER = 'client/public/pictures';
/** Sizes in CSS pixels. The marketing pages use the same, so that the layout does not shift. */
const SHOTS = [
  { name: 'notes-wide', path: '/notes', width: 1120, height: 720, scale: 1.5 },
  { name: 'notes-phone', path: '/notes', width: 360, height: 720, scale: 2 },
] as const;

await drawSocialCard();
const site = await startServerProcess(['server/main.ts']);
const browser = await openBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  for (const shot of SHOTS)
    for (const scheme of ['light', 'dark'] as const) await take(shot, scheme);
} finally {
  await browser.close();
  await site.stop();
}

async function take(shot: (typeof SHOTS)[number], scheme: 'light' | 'dark') {
  const page = await openPage(browser as Browser, site.url, 'user', { ...shot, scheme });
  // The network never becomes idle while the stream is open.
  await page.route('**/api/changes/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
  await page.goto(shot.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const file = join(FOLDER, `${shot.name}-${scheme}.webp`);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6, smartSubsample: true })
    .toFile(file);
  console.log(`${file}  ${Math.round(size / 1024)} KB`);
  await page.context().close();
}
