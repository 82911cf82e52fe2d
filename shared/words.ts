import { formatNumber } from './format-number.ts';

/** Converts a name in code to words: `shopping_items` or `shopping-items` to "shopping items". */
export const inWords = (name: string) => name.replaceAll(/[-_]/g, ' ');

/** Returns how many items of a kind there are, in words: "1 shopping item", "3 shopping items". */
export const countInWords = ({ one, many }: { one: string; many: string }, count: number) =>
  `${formatNumber(count)} ${inWords(count === 1 ? one : many)}`;

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
