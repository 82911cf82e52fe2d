/** `npm run pictures`: draws the social card and takes the screenshots of the marketing pages. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { openBrowser, openPage } from '#tooling/app-page.ts';
import { startServerProcess } from '#tooling/server-process.ts';
import { drawSocialCard } from './social-card.ts';

const FOLDER = 'client/public/pictures';
/** Sizes in CSS pixels. The marketing pages use the same, so that the layout does not shift. `note` is open beside the list. */
const SHOTS = [
  { name: 'notes-wide', note: 'Cabin weekend', width: 1120, height: 720, scale: 1.5 },
  { name: 'notes-phone', note: undefined, width: 360, height: 720, scale: 2 },
];
/** Looks like the fonts of iOS, Android, macOS and Windows, which no build machine has. In Debian: fonts-inter. */
const FONT = 'Inter';

const browser = await openBrowser();
const site = await startServerProcess(['server/main.ts']);
try {
  await drawSocialCard();
  await mkdir(FOLDER, { recursive: true });
  for (const shot of SHOTS)
    for (const scheme of ['light', 'dark'] as const) await take(browser, shot, scheme);
} finally {
  await browser.close();
  await site.stop();
}

async function take(browser: Browser, shot: (typeof SHOTS)[number], scheme: 'light' | 'dark') {
  const page = await openPage(browser, site.url, 'user', { ...shot, scheme });
  // The network never becomes idle while the stream is open.
  await page.route('**/api/changes/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
  await page.goto('/notes');
  if (shot.note) await page.goto(`/notes?note=${await idOf(page, shot.note)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await replaceFont(page);
  const file = join(FOLDER, `${shot.name}-${scheme}.webp`);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6, smartSubsample: true })
    .toFile(file);
  console.log(`${file}  ${Math.round(size / 1024)} KB`);
  await page.context().close();
}

/** Returns the id of a note of the person who is signed in. */
function idOf(page: Page, title: string) {
  return page.evaluate(async (title) => {
    const headers = { Authorization: `Bearer ${localStorage.app_token}` };
    const { notes } = await (await fetch('/api/notes', { headers })).json();
    return notes.find((note: { title: string }) => note.title === title).id;
  }, title);
}

/** Replaces the system's font, which on a build machine is one that users do not have. */
async function replaceFont(page: Page) {
  await page.addStyleTag({ content: `html { font-family: "${FONT}", sans-serif !important; }` });
  const isInstalled = await page.evaluate((font) => {
    const width = (fonts: string) => {
      const context = document.createElement('canvas').getContext('2d');
      if (context) context.font = `40px ${fonts}`;
      return context?.measureText('Notes with photos').width;
    };
    return width(`"${font}", monospace`) !== width('monospace');
  }, FONT);
  if (!isInstalled)
    throw new Error(`The font ${FONT} is not installed. In Debian: apt install fonts-inter`);
}
