import sharp from 'sharp';
import { markPaths } from '#scripts/build/mark-svg.ts';
import type { AppSettings } from '#scripts/rename/settings.ts';
import { escapeHtml } from '#shared/escape-html.ts';

const WIDTH = 1200;
const HEIGHT = 630;

const NAME_SIZE = 46;
/** Ends before the large mark. */
const NAME_MAX_WIDTH = 540;

type Brand = Pick<AppSettings, 'name' | 'tagline' | 'colors'>;

/** Draws the preview image of shared links as PNG. */
export function drawSocialCard(brand: Brand) {
  return sharp(Buffer.from(cardSvg(brand)))
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

function cardSvg({ name, tagline, colors }: Brand) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${colors.canvas}"/>
    <g transform="translate(664 -20) scale(21.5)">${markPaths(colors.accent, [0.3, 0.5, 0.18])}</g>
    <g transform="translate(76 84) scale(2.5)">${markPaths(colors.accent)}</g>
    <g font-family="Inter, Helvetica Neue, Segoe UI, Liberation Sans, Arial, sans-serif" fill="${colors.ink}">
      <text x="174" y="142" font-size="${sizeOf(name)}" font-weight="700" letter-spacing="-1">${escapeHtml(name)}</text>
      ${wrapped(tagline, 16)
        .map(
          (line, index, lines) =>
            `<text x="84" y="${HEIGHT - 84 - (lines.length - 1 - index) * 92}" font-size="88" font-weight="700" letter-spacing="-3.2">${escapeHtml(line)}</text>`,
        )
        .join('')}
    </g>
  </svg>`;
}

/** Returns the font size at which a name fits. Chinese, Japanese and Korean characters are as wide as high. */
function sizeOf(name: string) {
  const widths = [...name].map((character) => (character < '\u2e80' ? 0.55 : 1));
  const width = widths.reduce((sum, one) => sum + one, 0);
  return Math.min(NAME_SIZE, Math.floor(NAME_MAX_WIDTH / width));
}

/** Breaks text into lines, which SVG does not do by itself. */
function wrapped(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last && `${last} ${word}`.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
