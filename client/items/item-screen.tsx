import { type ReactNode, useRef, useState } from 'react';
import { usePageTitle } from '#client/components/page-title.ts';
import { isSideBySide, Panes } from '#client/components/panes.tsx';
import { ShortcutsButton, useShortcutsHelp } from '#client/components/shortcuts-button.tsx';
import { useAnnouncement } from '#client/components/use-announcement.tsx';
import { useReturnFocus } from '#client/components/use-return-focus.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { Item } from '#client/sync/entity.ts';
import { deleteButtonBeside, linkBeside } from './card-focus.ts';
import { ConflictDialog, DeleteDialog, DiscardDialog, ItemPhotoDialog } from './dialogs.tsx';
import { titleOf } from './field-values.ts';
import type { CardContent } from './item-card.tsx';
import { ItemEditor } from './item-editor.tsx';
import { ItemReader } from './item-reader.tsx';
import type { ItemType } from './item-type.ts';
import { ItemsOverview } from './items-overview.tsx';
import { NothingOpen } from './list-states.tsx';
import type { ItemFilter, ItemSort } from './sort-items.ts';
import { useItemShortcuts } from './use-item-shortcuts.ts';
import { useItems } from './use-items.ts';
import { useOpenItem } from './use-open-item.ts';
import { useReading } from './use-reading.ts';
import './items.css';
import './items-layout.css';

/** Shows the items of a type: a list to search, beside it the open one, and the form. */
export function ItemScreen<T extends Item>({
  type,
  content,
  summary,
  sorts,
  filter,
}: {
  type: ItemType;
  content?: CardContent<T>;
  /** Renders what stands above the list, with all items once they are known. */
  summary?: (items: T[] | undefined) => ReactNode;
  /** Orders besides those by date. Define them outside of the component or memoize them. */
  sorts?: ItemSort<T>[];
  /** Which items are shown; all without one. */
  filter?: ItemFilter<T>;
}) {
  const { entity, messages: m } = type;
  const page = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { triggerButton, finalFocus } = useReturnFocus(page, addButton);
  const [announcement, announce] = useAnnouncement();
  const state = useItems<T>(type, announce);
  const { editor, items, entries, sync } = state;
  const opened = useOpenItem(entity, addButton);
  const reading = useReading(entity, opened.id, state);
  const help = useShortcutsHelp();
  const [openPhoto, setOpenPhoto] = useState<T>();
  const [toDelete, setToDelete] = useState<T>();
  const [toDiscard, setToDiscard] = useState<Draft>();
  const isOpen = reading !== undefined || editor.isInPane;
  usePageTitle(reading?.kind === 'item' ? titleOf(entity, reading.item) : m.heading);

  function open({ id }: T) {
    if (state.leaveForm()) opened.open(id);
  }

  function edit(item: T) {
    // Beside the list, the edited item takes the place of the one that was read.
    if (opened.id && opened.id !== item.id && isSideBySide())
      opened.open(item.id, { withFocus: false });
    state.edit(item);
  }

  function finishEditing(...[outcome, closed]: Parameters<typeof state.finishEditing>) {
    state.finishEditing(outcome, closed);
    if (outcome.kind !== 'created') return;
    filter?.clear();
    if (opened.id) opened.open(outcome.id, { withFocus: false });
  }

  async function confirmDiscard() {
    // The pressed button disappears with its draft.
    triggerButton.current = null;
    setToDiscard(undefined);
    if (toDiscard) await state.discard(toDiscard);
  }

  async function confirmDelete(item: T) {
    // The pressed button disappears with its item.
    triggerButton.current = deleteButtonBeside(triggerButton.current);
    setToDelete(undefined);
    if (item.id === opened.id) {
      const next = linkBeside(opened.cardLink, 1) ?? linkBeside(opened.cardLink, -1);
      triggerButton.current = next ?? null;
      opened.returnTo(next?.id);
      opened.close();
    }
    setToDelete(await state.remove(item));
  }

  useItemShortcuts(entity, {
    page,
    triggerButton,
    opened,
    create: editor.create,
    edit: reading?.kind === 'item' ? () => edit(reading.item) : undefined,
    openHelp: help.open,
  });

  const actions = { onOpen: open, onEdit: edit, onDelete: setToDelete, onOpenPhoto: setOpenPhoto };
  return (
    <>
      <Panes
        ref={page}
        isOpen={isOpen}
        isSplit={isOpen || items === undefined || items.length > 0}
        list={
          <ItemsOverview
            type={type}
            state={state}
            addButton={addButton}
            summary={summary}
            sorts={sorts}
            filter={filter}
            selectedId={opened.id}
            content={content}
            actions={actions}
            onDiscard={setToDiscard}
          >
            <ShortcutsButton help={help} shortcuts={m.shortcuts} />
          </ItemsOverview>
        }
      >
        {reading && (
          <ItemReader
            key={opened.id}
            type={type}
            reading={reading}
            entry={entries.get(opened.id ?? '')}
            takesFocus={() => opened.takesFocus.current || !isSideBySide()}
            hidden={editor.isInPane}
            onClose={opened.close}
            actions={actions}
          />
        )}
        {sync && (
          <ItemEditor
            type={type}
            editor={editor}
            sync={sync}
            current={items ?? []}
            finalFocus={finalFocus}
            onFinish={finishEditing}
          />
        )}
        {!isOpen && items && items.length > 0 && <NothingOpen messages={m} />}
      </Panes>
      <ConflictDialog
        type={type}
        entry={state.conflict}
        onResolve={state.resolve}
        onClose={state.decideLater}
        finalFocus={finalFocus}
      />
      <ItemPhotoDialog type={type} item={openPhoto} onClose={() => setOpenPhoto(undefined)} />
      <DeleteDialog
        type={type}
        item={toDelete}
        onCancel={() => setToDelete(undefined)}
        onConfirm={confirmDelete}
        finalFocus={finalFocus}
      />
      <DiscardDialog
        messages={m}
        open={toDiscard !== undefined}
        onCancel={() => setToDiscard(undefined)}
        onConfirm={confirmDiscard}
        finalFocus={finalFocus}
      />
      {announcement}
    </>
  );
}
