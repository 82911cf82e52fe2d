import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { app } from '#app';
import { MARK_OPACITIES, MARK_PANELS } from '#client/components/mark.ts';

const WIDTH = 1200;
const HEIGHT = 630;

/** Draws the image of a shared link from app.config.ts. */
export async function drawSocialCard(file = 'client/public/social-card.png') {
  const png = await sharp(Buffer.from(cardSvg())).png({ palette: true, effort: 10 }).toBuffer();
  await writeFile(file, png);
}

function cardSvg() {
  const { name, tagline, colors } = app;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${colors.canvas}"/>
    <g transform="translate(664 -20) scale(21.5)">${panels([0.3, 0.5, 0.18])}</g>
    <g transform="translate(76 84) scale(2.5)">${panels(MARK_OPACITIES)}</g>
    <g font-family="Inter, Helvetica Neue, Segoe UI, Liberation Sans, Arial, sans-serif" fill="${colors.ink}">
      <text x="174" y="142" font-size="46" font-weight="700" letter-spacing="-1">${escaped(name)}</text>
      ${wrapped(tagline, 16)
        .map(
          (line, index, lines) =>
            `<text x="84" y="${HEIGHT - 84 - (lines.length - 1 - index) * 92}" font-size="88" font-weight="700" letter-spacing="-3.2">${escaped(line)}</text>`,
        )
        .join('')}
    </g>
  </svg>`;
}

const panels = (opacity: number[]) =>
  MARK_PANELS.map(
    (d, index) => `<path d="${d}" fill="${app.colors.accent}" opacity="${opacity[index]}"/>`,
  ).join('');

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

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
