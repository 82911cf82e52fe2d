/** The cards that are rendered, in the order of the list. */
const cards = () => [...document.querySelectorAll<HTMLElement>('li > .item-card')];

const linkIn = (card: HTMLElement | undefined) =>
  card?.querySelector<HTMLElement>('.item-open') ?? undefined;

/**
 * Finds the link of the next (1) or previous (-1) card, counted from the card with this link, or from the focused card.
 * Returns the first visible card if there is none.
 */
export function linkBeside(linkId: string | undefined, by: 1 | -1): HTMLElement | undefined {
  const all = cards();
  const index = all.findIndex((card) =>
    linkId ? linkIn(card)?.id === linkId : card.contains(document.activeElement),
  );
  if (index >= 0) return linkIn(all[index + by]);
  return all.map(linkIn).find((link) => link && link.getBoundingClientRect().top > 0);
}

/** Finds the delete button of the card after or before the one with this button. */
export function deleteButtonBeside(button: HTMLElement | null): HTMLElement | null {
  const all = cards();
  const index = all.findIndex((card) => card.contains(button));
  const card = index < 0 ? undefined : (all[index + 1] ?? all[index - 1]);
  return card?.querySelector<HTMLElement>('.item-delete') ?? null;
}
