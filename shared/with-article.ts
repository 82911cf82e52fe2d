// Words whose first letter is a vowel but not spoken as one, such as "unit", and the other way round, such as "hour".
const CONSONANT_SOUND = /^(?:eu|one\b|once\b|uni|us[aei]|ut[aei])/i;
const VOWEL_SOUND = /^(?:[aeiou]|hour|hono|heir)/i;

/** Returns a word with its indefinite article: "an invoice". */
export const withArticle = (word: string) =>
  `${VOWEL_SOUND.test(word) && !CONSONANT_SOUND.test(word) ? 'an' : 'a'} ${word}`;
