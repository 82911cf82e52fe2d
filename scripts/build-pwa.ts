import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import { app } from '#app';
import { MARK_PANELS } from '#client/components/mark.ts';

const ICONS = [
  { file: 'icon-192.png', sizePx: 192, purpose: 'any' },
  { file: 'icon-512.png', sizePx: 512, purpose: 'any' },
  { file: 'maskable-512.png', sizePx: 512, purpose: 'maskable' },
  { file: 'monochrome-512.png', sizePx: 512, purpose: 'monochrome' },
] as const;

/** What a browser never asks for. */
const NATIVE_ONLY = ['assets/capacitor-*.js'];

type Purpose = (typeof ICONS)[number]['purpose'];

/** Drawn from the one mark, so that a rename or a new colour redraws them. */
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
    start_url: '/notes',
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
    screenshots: [
      screenshot('notes-wide-light.webp', '1680x1080', 'wide'),
      screenshot('notes-phone-light.webp', '720x1440', 'narrow'),
    ],
    shortcuts: [
      {
        name: 'New note',
        url: '/notes?new',
        icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }],
      },
    ],
    share_target: {
      action: '/notes',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
  await writeFile(join(dist, 'manifest.webmanifest'), JSON.stringify(manifest, null, 2));
}

const screenshot = (file: string, sizes: string, form_factor: 'wide' | 'narrow') => ({
  src: `/pictures/${file}`,
  sizes,
  type: 'image/webp',
  form_factor,
  label: 'Notes with photos',
});

/** Last of all: it lists what it keeps, page by page and file by file. */
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

/** For whoever asks for it unseen, as feed readers and old browsers do: a directory of one PNG. */
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

/** Maskable icons keep the mark within the circle that every mask leaves; monochrome ones are shape only. */
function iconSvg(purpose: Purpose) {
  const { canvas, accent } = app.colors;
  const opacity = [0.6, 1, 0.38];
  const panels = MARK_PANELS.map(
    (d, index) =>
      `<path d="${d}" fill="${purpose === 'monochrome' ? '#ffffff' : accent}" opacity="${opacity[index]}"/>`,
  ).join('');
  const background =
    purpose === 'maskable' ? `<rect x="-11" y="-11" width="54" height="54" fill="${canvas}"/>` : '';
  const viewBox = purpose === 'maskable' ? '-11 -11 54 54' : '-1 -1 34 34';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${background}${panels}</svg>`;
}

async function hashOf(path: string) {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);
}
