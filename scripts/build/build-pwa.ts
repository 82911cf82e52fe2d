import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import { app } from '#app';
import { featureManifests, itemKinds } from '#features/contract.ts';
import { type ShareTarget, shareTarget } from '#shared/share-target.ts';
import { inWords } from '#shared/words.ts';
import { markSvg } from './mark-svg.ts';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';

const ICONS = [
  { file: 'icon-192.png', sizePx: 192, purpose: 'any' },
  { file: 'icon-512.png', sizePx: 512, purpose: 'any' },
  { file: 'maskable-512.png', sizePx: 512, purpose: 'maskable' },
  { file: 'monochrome-512.png', sizePx: 512, purpose: 'monochrome' },
] as const;

/** Files that a browser never requests. */
const NATIVE_ONLY = ['assets/capacitor-*.js'];

type Purpose = (typeof ICONS)[number]['purpose'];

/** Draws the icons from the logo's mark and the app's colours. */
export async function writeIcons(dist: string) {
  await mkdir(join(dist, 'icons'), { recursive: true });
  const draw = (file: string, sizePx: number, purpose: Purpose) =>
    drawn(sizePx, purpose).toFile(join(dist, 'icons', file));
  await Promise.all([
    ...ICONS.map(({ file, sizePx, purpose }) => draw(file, sizePx, purpose)),
    draw('apple-touch-icon.png', 180, 'maskable'),
    writeFile(join(dist, 'favicon.ico'), await favicon()),
  ]);
}

export async function writeManifest(dist: string) {
  const manifest = {
    id: '/',
    name: app.name,
    short_name: app.name,
    description: app.description,
    lang: 'en',
    start_url: startPath(),
    scope: '/',
    display: 'standalone',
    background_color: app.colors.canvas,
    theme_color: app.colors.canvas,
    categories: ['productivity'],
    icons: ICONS.map(({ file, sizePx, purpose }) => ({
      src: `/icons/${file}`,
      sizes: `${sizePx}x${sizePx}`,
      type: 'image/png',
      purpose,
    })),
    screenshots: featureManifests
      .flatMap(({ screenshots = [] }) => screenshots)
      .map(({ file, ...rest }) => ({ src: `/pictures/${file}`, type: 'image/webp', ...rest })),
    shortcuts: [
      ...itemKinds.map(({ one, path }) => ({ name: `New ${inWords(one)}`, url: `${path}?new` })),
      ...featureManifests.flatMap(({ shortcuts = [] }) => shortcuts),
    ].map((shortcut) => ({
      ...shortcut,
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }],
    })),
    ...(shareTarget && { share_target: shareTargetOf(shareTarget) }),
  };
  await writeFile(join(dist, 'manifest.webmanifest'), JSON.stringify(manifest, null, 2));
}

/** Returns the page that the installed app opens with. */
function startPath() {
  const declared = featureManifests.flatMap(({ startPath }) => startPath ?? []);
  const lists = itemKinds.map(({ path }): string => path);
  return [...declared, ...lists, '/'][0];
}

/**
 * Describes where the system sends content that another app shares. The service worker handles it; without one, the
 * server redirects to the same address, whose `share` tells the page that nothing has arrived.
 */
function shareTargetOf({ path, params }: ShareTarget) {
  const { photo, ...texts } = params;
  return {
    action: `${path}?share`,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { ...texts, files: [{ name: photo, accept: ['image/*'] }] },
  };
}

/** Builds the service worker. Runs last, because the worker lists every page and file it caches. */
export async function buildServiceWorker(dist: string, pages: { path: string; file: string }[]) {
  const precache = await Promise.all([
    ...pages.map(async ({ path, file }) => ({
      url: path,
      revision: await hashOf(join(dist, file)),
    })),
    ...globSync('assets/*.{js,css}', { cwd: dist, exclude: NATIVE_ONLY }).map((file) => ({
      url: `/${file}`,
      revision: null,
    })),
    ...['favicon.svg', 'manifest.webmanifest'].map(async (file) => ({
      url: `/${file}`,
      revision: await hashOf(join(dist, file)),
    })),
  ]);
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      __PRECACHE__: JSON.stringify(precache),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      target: OLDEST_BROWSERS,
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: 'client/pwa/service-worker.ts',
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  });
}

const drawn = (sizePx: number, purpose: Purpose) =>
  sharp(Buffer.from(iconSvg(purpose)))
    .resize(sizePx)
    .png({ compressionLevel: 9, palette: true });

/** Makes favicon.ico, which feed readers and old browsers request by default: a directory of one PNG. */
async function favicon() {
  const sizePx = 48;
  const png = await drawn(sizePx, 'any').toBuffer();
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2); // an icon
  directory.writeUInt16LE(1, 4); // one picture
  directory.writeUInt8(sizePx, 6);
  directory.writeUInt8(sizePx, 7);
  directory.writeUInt16LE(1, 10); // colour planes
  directory.writeUInt16LE(32, 12); // bits per pixel
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}

/**
 * Draws an icon. A maskable one keeps the mark inside the circle that every mask shows; a monochrome one has only its
 * shape.
 */
function iconSvg(purpose: Purpose) {
  const { canvas, accent } = app.colors;
  if (purpose === 'maskable') return markSvg({ size: 54, ink: accent, ground: canvas });
  return markSvg({ size: 34, ink: purpose === 'monochrome' ? '#ffffff' : accent });
}

async function hashOf(path: string) {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);
}
