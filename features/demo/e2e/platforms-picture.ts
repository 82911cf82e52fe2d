import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { app } from '#app';
import { MARK_OPACITIES, MARK_PANELS } from '#client/components/mark.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { Picture } from '#tests/support/shot.ts';

const FILE = 'features/demo/e2e/platforms.webp';
const CANVAS = { width: 1600, height: 940 };
const FONT = 'Inter, Helvetica Neue, Segoe UI, Liberation Sans, Arial, sans-serif';

/** Position and size of the content of a frame. */
type Frame = { left: number; top: number; width: number; height: number };

const browser: Frame = { left: 60, top: 104, width: 1022, height: 657 };
const window: Frame = { left: 476, top: 352, width: 770, height: 495 };
const phone: Frame = { left: 1282, top: 300, width: 258, height: 516 };
const BROWSER_BAR = 52;
const WINDOW_BAR = 40;
const PHONE_EDGE = 11;

/** Draws the app on three platforms for the README, from the first wide and the first narrow picture in a folder. */
export async function drawPlatforms(folder: string, pictures: Picture[]) {
  const wide = pictures.find(({ width, height }) => width > height);
  const narrow = pictures.find(({ width, height }) => width < height);
  if (!wide || !narrow) return;
  const file = ({ name }: Picture, scheme: string) => join(folder, `${name}-${scheme}.webp`);
  const layers: OverlayOptions[] = [
    ...(await layersOf(file(wide, 'light'), browser, browserFrame(browser))),
    ...(await layersOf(file(wide, 'dark'), window, windowFrame(window))),
    ...(await layersOf(file(narrow, 'light'), phone, phoneFrame(phone), 30)),
  ];
  const { size } = await sharp(Buffer.from(svg(`${background()}${captions()}`)))
    .composite(layers)
    .webp({ quality: 78, effort: 6, smartSubsample: true })
    .toFile(FILE);
  console.log(`${FILE}  ${Math.round(size / 1024)} KB`);
}

/** Returns the frame and over it the picture with round corners: all on a phone, the lower ones in a window. */
async function layersOf(picture: string, frame: Frame, drawing: string, radius = 12) {
  const { left, top, width, height } = frame;
  const above = radius > 12 ? 0 : radius;
  const mask = `<svg width="${width}" height="${height}"><rect y="${-above}" width="${width}" height="${height + above}" rx="${radius}"/></svg>`;
  const input = await sharp(picture)
    .resize(width, height)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return [
    { input: Buffer.from(svg(drawing)), left: 0, top: 0 },
    { input, left, top },
  ];
}

function browserFrame({ left, top, width, height }: Frame) {
  const y = top - BROWSER_BAR;
  const dots = [0, 1, 2].map(
    (index) => `<circle cx="${left + 28 + index * 22}" cy="${y + 26}" r="6.5" fill="#c9d1dc"/>`,
  );
  return `${sheet(left, y, width, height + BROWSER_BAR, '#e9edf3')}${dots.join('')}
    <rect x="${left + 112}" y="${y + 11}" width="${width - 230}" height="30" rx="15" fill="#fff"/>
    <text x="${left + 134}" y="${y + 32}" font-size="16" fill="#4a5568">${escapeHtml(app.host)}</text>`;
}

function windowFrame({ left, top, width, height }: Frame) {
  const y = top - WINDOW_BAR;
  const panels = MARK_PANELS.map(
    (d, index) => `<path d="${d}" fill="#e2e8f0" opacity="${MARK_OPACITIES[index]}"/>`,
  );
  return `${sheet(left, y, width, height + WINDOW_BAR, '#1c212b')}
    <g transform="translate(${left + 16} ${y + 7}) scale(0.8)">${panels.join('')}</g>
    <text x="${left + 52}" y="${y + 26}" font-size="16" font-weight="600" fill="#e2e8f0">${escapeHtml(app.name)}</text>`;
}

function phoneFrame({ left, top, width, height }: Frame) {
  const edge = PHONE_EDGE;
  return sheet(left - edge, top - edge, width + 2 * edge, height + 2 * edge, '#11141a', 40);
}

/** Draws a rounded rectangle with a shadow. */
function sheet(x: number, y: number, width: number, height: number, fill: string, radius = 12) {
  const size = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`;
  return `<rect ${size} transform="translate(0 14)" fill="#1a202c" opacity="0.28" filter="url(#blur)"/>
    <rect ${size} fill="${fill}"/>`;
}

function background() {
  return `<rect width="100%" height="100%" rx="28" fill="${app.colors.canvas}"/>
    <rect width="100%" height="100%" rx="28" fill="${app.colors.accent}" opacity="0.1"/>`;
}

function captions() {
  const texts = [
    { x: browser.left, text: 'Website' },
    { x: window.left, text: 'Installed web app' },
    { x: phone.left, text: 'iOS and Android' },
  ];
  return texts
    .map(
      ({ x, text }) =>
        `<text x="${x}" y="900" font-size="24" font-weight="600" fill="${app.colors.ink}">${text}</text>`,
    )
    .join('');
}

function svg(content: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS.width}" height="${CANVAS.height}" font-family="${FONT}">
    <defs><filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter></defs>
    ${content}
  </svg>`;
}
