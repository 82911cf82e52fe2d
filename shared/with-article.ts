// Spelled with a vowel that is not spoken as one, and the other way round.
const CONSONANT_SOUND = /^(?:eu|one\b|once\b|uni|us[aei]|ut[aei])/i;
const VOWEL_SOUND = /^(?:[aeiou]|hour|hono|heir)/i;

/** Returns a word with its indefinite article: "an invoice". */
export const withArticle = (word: string) =>
  `${VOWEL_SOUND.test(word) && !CONSONANT_SOUND.test(word) ? 'an' : 'a'} ${word}`;
