/**
 * Folds a text so that spellings that people consider equal become the same string: without case and accents, with
 * compatible characters (NFKD: ligatures, full-width forms, superscripts) in their plain form. Works character by
 * character, so folding two texts and joining them gives the same as joining and folding them.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(IGNORED, '')
    .toLowerCase()
    .replace(VARIANTS, (character) => PLAIN[character] as string);
}

/** Tells whether every character keeps its index when the text is folded. */
export const isAscii = (text: string) => ASCII.test(text);

const ASCII = /^[\0-\x7f]*$/;

/**
 * Characters that people often leave out when typing. Ranges, because browsers support different versions of Unicode.
 * Not all combining marks: in Hindi, Thai or Japanese they form another syllable.
 */
const IGNORED = new RegExp(
  `[${[
    // Accents of Latin, Greek and Cyrillic letters.
    String.raw`\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`,
    // Points of Hebrew letters.
    String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`,
    // Vowel marks and the lengthening stroke of Arabic.
    String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`,
    // Invisible: soft hyphens, joiners, marks of direction, variants of emoji.
    String.raw`\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff`,
  ].join('')}]`,
  'g',
);

/** Letters and punctuation that Unicode does not decompose, and what people type whose keyboard lacks them. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  // The Turkish dotless i, so that "ılık" is also found in capitals.
  ı: 'i',
  // The Greek sigma at the end of a word.
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  ʻ: "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
};
const VARIANTS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
