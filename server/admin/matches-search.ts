import { foldText } from '#shared/fold-text.ts';

/** Returns the words of a search, without case and accents. */
export const searchWords = (search: string) => foldText(search).split(/\s+/).filter(Boolean);

/** Tells whether each word is part of the name or the email address of a person. */
export function matchesSearch(
  words: string[],
  { first_name, last_name, email }: Record<'first_name' | 'last_name' | 'email', string>,
) {
  if (words.length === 0) return true;
  const text = foldText(`${first_name} ${last_name} ${email}`);
  return words.every((word) => text.includes(word));
}
