import { formatNumber } from './format-number.ts';
import { inWords } from './words.ts';

/** Returns how many items of a kind there are, in words: "1 shopping item", "3 shopping items". */
export const countInWords = ({ one, many }: { one: string; many: string }, count: number) =>
  `${formatNumber(count)} ${inWords(count === 1 ? one : many)}`;
