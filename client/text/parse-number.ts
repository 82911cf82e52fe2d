/** Reads a number that a person typed: null if there is none, and the text itself if it is not a number. */
export function parseNumber(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  // "1,000" is a thousand for some and one for others.
  if (!NUMBER.test(trimmed) || /,\d{3}$/.test(trimmed)) return trimmed;
  return Number(trimmed.replace(',', '.').replace('\u2212', '-'));
}

/** Phones of many countries have a comma on their number pad, and no point. */
const NUMBER = /^[-\u2212+]?(\d{1,15}([.,]\d{0,15})?|[.,]\d{1,15})$/;
