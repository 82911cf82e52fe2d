import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { emailLogo, nativeDrawings } from '#scripts/native/native-drawings.ts';
import type { Changes } from '#scripts/product/changes.ts';
import type { AppSettings } from '#scripts/rename/settings.ts';
import { drawSocialCard } from './social-card.ts';

/** Draws every picture with the app's mark, colours or name. Skips deleted shells. */
export async function drawAssets(app: Pick<AppSettings, 'name' | 'tagline' | 'colors'>) {
  const changes: Changes = new Map();
  changes.set('client/public/social-card.png', await drawSocialCard(app));
  for (const drawing of [emailLogo(app.colors), ...nativeDrawings(app.colors)]) {
    const [folder = ''] = drawing.file.split('/');
    if (!existsSync(folder)) continue;
    changes.set(drawing.file, 'text' in drawing ? drawing.text : await rendered(drawing));
  }
  return changes;
}

function rendered({ svg, sizePx }: { svg: string; sizePx: number }) {
  return sharp(Buffer.from(svg), { density: (72 * sizePx) / 32 })
    .resize(sizePx)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
