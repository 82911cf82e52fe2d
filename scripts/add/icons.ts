import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import icons from 'lucide-react/dynamicIconImports';

/** The icons for features that are added without one. Each gets the first that no other feature uses. */
const ICONS = [
  ...['clipboard-list', 'notebook-text', 'list-checks', 'box', 'tag', 'bookmark', 'flag', 'star'],
  ...['folder', 'calendar', 'map-pin', 'lightbulb', 'puzzle', 'layers', 'archive', 'compass'],
];
const SIMILAR_MAX = 5;
/** Shorter words are in many names by chance. */
const SHORTEST_WORD = 3;

/** Returns the name in code of an icon: `NotebookPen` of `notebook-pen`. Throws if there is none of this name. */
export function iconOf(name: string) {
  if (Object.hasOwn(icons, name)) return codeNameOf(name);
  // Lucide also shows the names in code, such as NotebookPen.
  const inWords = name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
  const similar = similarNames(inWords, Object.keys(icons));
  const advice = similar.length > 0 ? `similar ones are ${similar.join(', ')}` : 'none is similar';
  throw new Error(`There is no icon ${name}: ${advice}. All are at https://lucide.dev/icons`);
}

/** Returns the icon of a feature that is added without one. */
export function unusedIcon(root: string) {
  const files = globSync('features/*/client.ts', { cwd: root });
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const free = ICONS.map(codeNameOf).find((icon) => !new RegExp(`\\b${icon}\\b`).test(text));
  return free ?? codeNameOf(ICONS[0] as string);
}

/** Lists names that share a word with a name, or that contain it, the shortest first. */
export function similarNames(name: string, all: string[]) {
  const words = name.split('-').filter((word) => word.length >= SHORTEST_WORD);
  const shared = (other: string) =>
    words.filter((word) => other.split('-').some((one) => isSimilarWord(word, one))).length;
  return all
    .map((other) => ({ other, count: shared(other) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.other.length - b.other.length)
    .slice(0, SIMILAR_MAX)
    .map(({ other }) => other);
}

/** Tells whether one word begins with the other. */
function isSimilarWord(one: string, other: string) {
  if (other.length < SHORTEST_WORD) return false;
  return one.startsWith(other) || other.startsWith(one);
}

function codeNameOf(name: string) {
  const icon = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  // The language has a Map and a File, too.
  return icon in globalThis ? `${icon}Icon` : icon;
}
