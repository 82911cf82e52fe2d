import { foldText } from '#shared/fold-text.ts';

/** Splits a search into words without case and accents. */
export const searchWords = (search: string) => foldText(search).split(/\s+/).filter(Boolean);

/** Tells whether the user's name or email address contains each word. */
export function matchesSearch(
  words: string[],
  { first_name, last_name, email }: Record<'first_name' | 'last_name' | 'email', string>,
) {
  if (words.length === 0) return true;
  const text = foldText(`${first_name} ${last_name} ${email}`);
  return words.every((word) => text.includes(word));
}
