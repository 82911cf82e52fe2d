import type { ItemMessages } from '#client/items/item-messages.ts';

/** The sentences that differ from the kit's. */
export const noteMessages: Partial<ItemMessages> = {
  emptyTitle: 'A clean sheet',
  emptyText:
    'Write down what you want to find again: an idea, a list, a place. Add a photo if it says more.',
  nothingFoundText: 'Every word must occur in the title or content. Part of a word is enough.',
};
