import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '#shared/escape-html.ts';

// The real path: copies of the kit may share the packages, and then need the same file.
const MODULES = realpathSync(join(import.meta.dirname, '../../node_modules'));
/** The folder that contains the fonts, with a slash at its end: Firefox takes other paths for files. */
export const FONT_FOLDER = join(MODULES, '/');
const CACHE = join(MODULES, '.cache/fonts');
const FOLDERS = ['@expo-google-fonts/inter', 'dejavu-fonts-ttf/ttf'];

/**
 * Text in Inter is as wide as in the fonts of iOS, macOS and Windows; DejaVu Sans is the widest default font on Linux.
 */
const FAMILIES = { narrow: 'Inter', wide: 'DejaVu Sans' };
export type FontWidth = keyof typeof FAMILIES;

/**
 * Returns an environment in which a browser has only fonts from npm packages, so that text has the same size on every
 * machine. The environment is empty except on Linux, the only system where one program can choose another's fonts.
 */
export function bundledFonts(width: FontWidth): { FONTCONFIG_FILE?: string } {
  if (process.platform !== 'linux') return {};
  const file = join(CACHE, `${width}.conf`);
  mkdirSync(CACHE, { recursive: true });
  // Written under another name and renamed, because another worker's browser may be reading the file.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, fontconfigOf(FAMILIES[width]));
  renameSync(own, file);
  return { FONTCONFIG_FILE: file };
}

function fontconfigOf(family: string) {
  const folders = FOLDERS.map((folder) => `<dir>${escapeHtml(join(MODULES, folder))}</dir>`);
  return `<?xml version="1.0"?>
<fontconfig>
  ${folders.join('\n  ')}
  <cachedir>${escapeHtml(CACHE)}</cachedir>
  ${preferred('sans-serif', family)}
  ${preferred('monospace', 'DejaVu Sans Mono')}
  <!-- As most systems do: otherwise the width of every letter is rounded to whole pixels. -->
  <match><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match>
</fontconfig>
`;
}

const preferred = (generic: string, family: string) =>
  `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`;
