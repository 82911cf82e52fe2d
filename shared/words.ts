/** Converts a name in code to words: `shopping_items` or `shopping-items` to "shopping items". */
export const inWords = (name: string) => name.replaceAll(/[-_]/g, ' ');

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
