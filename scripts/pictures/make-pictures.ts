/** `npm run pictures`: takes the screenshots of the marketing pages, and composes the drawings of features from them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Picture, shotsOfFeatures } from '#tests/support/shot.ts';

const FOLDER = 'client/public/pictures';
/** Looks like the fonts of iOS, Android, macOS and Windows, and needs no installation on Linux. */
const FONT = 'Inter';

await using browser = await openBrowser();
await using site = await startServerProcess(['server/main.ts']);
await mkdir(FOLDER, { recursive: true });
const { pictures, drawings } = await shotsOfFeatures();
for (const picture of pictures)
  for (const scheme of ['light', 'dark'] as const) await take(picture, scheme);
for (const draw of drawings) await draw(FOLDER, pictures);

async function take(picture: Picture, scheme: 'light' | 'dark') {
  const { name, path, as = 'visitor', before, after, ...look } = picture;
  const page = await openPage(browser, site.url, as, { ...look, scheme });
  await before?.(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await after?.(page);
  await page.waitForFunction(isComplete);
  await replaceFont(page);
  const file = join(FOLDER, `${name}-${scheme}.webp`);
  const { size } = await sharp(await stableScreenshot(page))
    .webp({ quality: 82, effort: 6, smartSubsample: true })
    .toFile(file);
  console.log(`${file}  ${Math.round(size / 1024)} KB`);
  await page.context().close();
}

/** Returns whether the visible part of the page has nothing left to load. Runs in the page. */
function isComplete() {
  const isVisible = (element: Element) => element.getBoundingClientRect().top < innerHeight;
  return (
    ![...document.querySelectorAll('.skeleton, [data-state="loading"]')].some(isVisible) &&
    [...document.images].filter(isVisible).every(({ complete }) => complete)
  );
}

/** Returns a screenshot that equals the one before it: large images are first painted in a lower quality. */
async function stableScreenshot(page: Page) {
  let shot = await page.screenshot();
  for (let before: Buffer | undefined; !before?.equals(shot); ) {
    before = shot;
    shot = await page.screenshot();
  }
  return shot;
}

/** Replaces the system font, because build machines have another one than users. */
async function replaceFont(page: Page) {
  await page.addStyleTag({ content: `html { font-family: "${FONT}", sans-serif !important; }` });
  const isInstalled = await page.evaluate((font) => {
    const width = (fonts: string) => {
      const context = document.createElement('canvas').getContext('2d');
      if (context) context.font = `40px ${fonts}`;
      return context?.measureText('A text to measure').width;
    };
    return width(`"${font}", monospace`) !== width('monospace');
  }, FONT);
  if (!isInstalled)
    throw new Error(
      `The font ${FONT} is not installed. Its files are in node_modules/@expo-google-fonts/inter.`,
    );
}
