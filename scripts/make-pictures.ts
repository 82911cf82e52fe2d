/** `npm run pictures`: the social card, and the app's own screens as the marketing pages show them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts } from '#server/demo/content.ts';
import { openBrowser, openPage, signIn } from './app-page.ts';
import { photoNotes } from './photo-notes.ts';
import { startSite } from './site-server.ts';
import { drawSocialCard } from './social-card.ts';

const FOLDER = 'client/public/pictures';
/** Sizes in CSS pixels; a marketing page states the same, so that nothing moves. */
const SHOTS = [
  { name: 'notes-wide', path: '/notes', width: 1120, height: 720, scale: 1.5 },
  { name: 'notes-phone', path: '/notes', width: 360, height: 720, scale: 2 },
] as const;

await drawSocialCard();
const site = await startSite();
const browser = await openBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  await addPhotos();
  for (const shot of SHOTS)
    for (const scheme of ['light', 'dark'] as const) await take(shot, scheme);
} finally {
  await browser.close();
  await site.stop();
}

async function take(shot: (typeof SHOTS)[number], scheme: 'light' | 'dark') {
  const page = await openPage(browser as Browser, site.url, 'user', { ...shot, scheme });
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

async function addPhotos() {
  const account = demoAccounts.find(({ user_type }) => user_type === 'user');
  if (!account) throw new Error('The demo has no user');
  const { token } = await signIn(site.url, account);
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${site.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return answer.json();
  };
  for (const { title, content, svg } of photoNotes) {
    const jpeg = await sharp(Buffer.from(svg)).blur(1.2).jpeg({ quality: 88 }).toBuffer();
    const { filePath } = await send('/api/upload', { base64Data: jpeg.toString('base64') });
    await send('/api/notes', { title, content, photo_path: filePath });
  }
}
