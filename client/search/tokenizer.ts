import { foldText, isAscii } from '#shared/fold-text.ts';

/** A part of a text: from `start` up to but not including `end`. */
export type TextRange = { start: number; end: number };

/**
 * Splits a query into folded words. All of them must occur in a text, anywhere and in any order. White space and
 * punctuation separate words, but not the punctuation inside of "3.14", "1,000", "don't", "C#" and "ada@example.com".
 *
 * Splits by characters and not by `Intl.Segmenter`, whose dictionaries for languages without spaces differ between
 * browsers: a search must find the same in all of them.
 */
export function splitQuery(query: string): string[] {
  const folded = foldText(query);
  const words = folded
    .replace(SEPARATORS, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[.,']+/, ''));
  // A query that is only punctuation is searched unchanged.
  const found = words.some(Boolean) ? words : folded.split(/\s+/);
  return [...new Set(found.filter(Boolean))];
}

export const containsAll = (foldedText: string, words: string[]) =>
  words.every((word) => foldedText.includes(word));

/** Returns where the words occur in a text, in order and without overlaps. Never cuts a visible character. */
export function findRanges(text: string, words: string[]): TextRange[] {
  const plain = foldText(text);
  // Finding positions takes much longer, and most texts contain none of the words.
  if (!words.some((word) => plain.includes(word))) return [];
  const { folded, characters } = foldWithPositions(text);
  const found = words.flatMap((word) => occurrences(folded, word));
  const ranges: TextRange[] = [];
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    const from = characters?.[start]?.start ?? start;
    const to = characters?.[end - 1]?.end ?? end;
    const last = ranges.at(-1);
    if (last && from <= last.end) last.end = Math.max(last.end, to);
    else ranges.push({ start: from, end: to });
  }
  return ranges;
}

/** Folds a text and returns for each unit of the result which character of the text it comes from. */
function foldWithPositions(text: string): { folded: string; characters?: TextRange[] } {
  // Every unit comes from the unit at the same position.
  if (isAscii(text)) return { folded: foldText(text) };
  const characters: TextRange[] = [];
  let folded = '';
  let start = 0;
  for (const character of splitCharacters(text)) {
    const range = { start, end: start + character.length };
    folded += foldText(character);
    while (characters.length < folded.length) characters.push(range);
    start = range.end;
  }
  return { folded, characters };
}

let segmenter: Intl.Segmenter | undefined;

/** Splits a text into visible characters. Without `Intl.Segmenter` (Firefox before 125), an emoji may be several. */
function splitCharacters(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function occurrences(text: string, word: string): TextRange[] {
  const found: TextRange[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length))
    found.push({ start, end: start + word.length });
  return found;
}

/** Punctuation that is not part of a word. Safari before 16.4 has no lookbehind, so a prefix of a word is kept here. */
const SEPARATORS = /(?![#@&%*.,'])\p{P}|[.'](?![\p{L}\p{N}])|,(?!\p{N})/gu;
