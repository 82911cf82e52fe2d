/** Parses a number that a user typed. Returns null for an empty text, and the text itself if it is not a number. */
export function parseNumber(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  // "1,000" is a thousand for some and one for others.
  if (!NUMBER.test(trimmed) || /,\d{3}$/.test(trimmed)) return trimmed;
  return Number(trimmed.replace(',', '.').replace('\u2212', '-'));
}

/** In many countries the phone's number pad has a comma but no point. */
const NUMBER = /^[-\u2212+]?(\d{1,15}([.,]\d{0,15})?|[.,]\d{1,15})$/;
