/** `npm run assets`: draws the logo of the emails, and icons, splash screens and colours of both native shells, from the mark and app.config.ts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { emailLogo, nativeDrawings } from './native-drawings.ts';

const drawings = [emailLogo(), ...nativeDrawings()];
for (const drawing of drawings) {
  await mkdir(dirname(drawing.file), { recursive: true });
  await writeFile(drawing.file, 'text' in drawing ? drawing.text : await drawn(drawing));
}
console.log(`Drew ${drawings.length} files.`);

function drawn({ svg, sizePx }: { svg: string; sizePx: number }) {
  return sharp(Buffer.from(svg), { density: (72 * sizePx) / 32 })
    .resize(sizePx)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
