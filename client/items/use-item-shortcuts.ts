import type { RefObject } from 'react';
import { useShortcuts } from '#client/shortcuts/use-shortcuts.ts';
import { linkBeside } from './card-focus.ts';
import { useKind } from './kind-context.ts';
import { cardLinkId, itemIdOf, type OpenItem } from './use-open-item.ts';

/** Handles the keys that `shortcuts` in item-messages.ts lists. */
export function useItemShortcuts({
  page,
  triggerButton,
  opened,
  itemId,
  create,
  edit,
  openHelp,
}: {
  page: RefObject<HTMLElement | null>;
  triggerButton: RefObject<HTMLElement | null>;
  opened: OpenItem;
  /** The item that the pane shows. */
  itemId: string | undefined;
  create: () => void;
  /** Edits the open item, if any. */
  edit: (() => void) | undefined;
  openHelp: () => void;
}) {
  const { kind } = useKind();

  /** Opens the next or the previous item of the list. */
  function step(by: 1 | -1) {
    const link = linkBeside(itemId && cardLinkId(kind, itemId), by);
    if (!link) return;
    link.focus();
    // Focusing may leave part of the card outside the window.
    link.closest('li')?.scrollIntoView({ block: 'nearest' });
    opened.open(itemIdOf(kind, link), { withFocus: false });
  }

  /** Opens a form that will return the focus to the current element. */
  function openForm(openNow: () => void) {
    const { activeElement } = document;
    triggerButton.current = activeElement === document.body ? null : (activeElement as HTMLElement);
    openNow();
  }

  useShortcuts({
    n: () => openForm(create),
    e: edit && (() => openForm(edit)),
    j: () => step(1),
    k: () => step(-1),
    '/': () => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    '?': openHelp,
    Escape: opened.id ? opened.close : undefined,
  });
}
