import { type ReactNode, useMemo, useRef, useState } from 'react';
import { isSideBySide, Panes } from '#client/components/panes.tsx';
import { usePageTitle } from '#client/page/page-title.ts';
import { useReturnFocus } from '#client/page/use-return-focus.ts';
import { ShortcutsButton, useShortcutsHelp } from '#client/shortcuts/shortcuts-button.tsx';
import type { Draft } from '#client/sync/draft.ts';
import type { Item } from '#client/sync/item.ts';
import type { ItemKind, ItemOf } from '#shared/items.ts';
import { deleteButtonBeside, linkBeside } from './card-focus.ts';
import { ConflictDialog, DeleteDialog, DiscardDialog, ItemPhotoDialog } from './dialogs.tsx';
import { titleOf } from './field-values.ts';
import { ItemEditor } from './item-editor.tsx';
import type { Additions } from './item-list.tsx';
import { type ItemMessages, itemMessages } from './item-messages.ts';
import { ItemReader } from './item-reader.tsx';
import { ItemsOverview } from './items-overview.tsx';
import { KindContext, useKind } from './kind-context.ts';
import { useItemShortcuts } from './use-item-shortcuts.ts';
import { useItems } from './use-items.ts';
import { cardLinkId, itemIdOf, useOpenItem } from './use-open-item.ts';
import { usePaneItem } from './use-pane-item.ts';
import { useReading } from './use-reading.ts';
import { useReferences } from './use-references.ts';
import './items.css';

type KindProps<Kind extends ItemKind> = {
  kind: Kind;
  /** Sentences that replace the kit's. Define them outside of the component. */
  messages?: Partial<ItemMessages>;
};

/** Shows the items of a kind: a list to search, beside it the open one, and the form. */
export function ItemScreen<Kind extends ItemKind>(
  props: KindProps<Kind> & Additions<ItemOf<Kind>>,
): ReactNode;
export function ItemScreen({
  kind: declared,
  messages,
  ...additions
  // biome-ignore lint/suspicious/noExplicitAny: The items of any kind.
}: KindProps<ItemKind> & Additions<any>) {
  const kind = useReferences(declared);
  const shown = useMemo(() => ({ kind, messages: itemMessages(kind, messages) }), [kind, messages]);
  return (
    <KindContext value={shown}>
      <Screen {...additions} />
    </KindContext>
  );
}

function Screen(additions: Additions) {
  const { kind, messages: m } = useKind();
  const page = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { triggerButton, finalFocus } = useReturnFocus(page, addButton);
  const state = useItems();
  const { editor, items, entries, sync } = state;
  const opened = useOpenItem(addButton);
  const pane = usePaneItem(opened.id, items);
  const reading = useReading(pane.id, state);
  const help = useShortcutsHelp();
  const [openPhoto, setOpenPhoto] = useState<Item>();
  const [toDelete, setToDelete] = useState<Item>();
  const [toDiscard, setToDiscard] = useState<Draft>();
  const isOpen = reading !== undefined || editor.isOpen;
  // The list has its place before it is there.
  const isLoading =
    items === undefined || (state.loadedAt === undefined && state.connection !== 'failed');
  const readId = reading?.kind === 'item' ? reading.item.id : undefined;
  const { form } = editor.editing;
  const shownId = form ? form.content.original?.id : pane.id;
  usePageTitle(opened.id && reading?.kind === 'item' ? titleOf(kind, reading.item) : m.heading);

  function open({ id }: Item) {
    if (state.leaveForm()) opened.open(id);
  }

  function finishEditing(...[outcome, closed]: Parameters<typeof state.finishEditing>) {
    state.finishEditing(outcome, closed);
    if (outcome.kind === 'created') {
      additions.filter?.clear();
      showBeside(outcome.id);
      return;
    }
    // Another item may have been read before. One that another device has deleted is not shown.
    const edited = form?.content.original?.id;
    const isLeft = outcome.kind === 'updated' || items?.some(({ id }) => id === edited);
    if (edited && isLeft) showBeside(edited);
  }

  /** Shows an item in the pane of a wide window. Names it in the address only if that names another one. */
  function showBeside(id: string) {
    if (!opened.id) pane.keep(id);
    else if (opened.id !== id) opened.open(id, { withFocus: false });
  }

  async function confirmDiscard() {
    // Pressed twice, while the question was closing.
    if (!toDiscard) return;
    // The pressed button disappears with its draft. Beside or above the list, the item keeps its Edit button.
    const isRead = toDiscard.original && toDiscard.original.id === readId;
    triggerButton.current = isRead ? editButton(page.current) : null;
    setToDiscard(undefined);
    await state.discard(toDiscard);
  }

  async function confirmDelete(item: Item) {
    // The pressed button disappears with its item.
    triggerButton.current = deleteButtonBeside(triggerButton.current);
    setToDelete(undefined);
    if (item.id === pane.id) {
      const card = cardLinkId(kind, item.id);
      const next = linkBeside(card, 1) ?? linkBeside(card, -1);
      triggerButton.current = next ?? null;
      opened.returnTo(next?.id);
      opened.close();
      pane.keep(next && itemIdOf(kind, next));
    }
    setToDelete(await state.remove(item));
  }

  useItemShortcuts({
    page,
    triggerButton,
    opened,
    itemId: pane.id,
    create: editor.create,
    edit: reading?.kind === 'item' ? () => state.edit(reading.item) : undefined,
    openHelp: help.open,
  });

  const draftActions = { onContinue: editor.continueDraft, onDiscard: setToDiscard };
  const actions = {
    onOpen: open,
    onEdit: state.edit,
    onDelete: (item: Item) => void state.mayDelete(item).then((may) => may && setToDelete(item)),
    onOpenPhoto: setOpenPhoto,
  };
  return (
    <>
      <Panes
        ref={page}
        isOpen={isOpen}
        shownId={shownId}
        isSplit={isOpen || isLoading || items.length > 0}
        list={
          <ItemsOverview
            state={state}
            addButton={addButton}
            selectedId={shownId}
            actions={actions}
            onFirst={pane.setFirstId}
            draftActions={draftActions}
            {...additions}
          >
            <ShortcutsButton help={help} shortcuts={m.shortcuts} />
          </ItemsOverview>
        }
        reader={
          reading && (
            <ItemReader
              key={pane.id}
              reading={reading}
              entry={entries.get(pane.id ?? '')}
              isOpened={opened.id !== undefined}
              draft={state.drafts.find(({ original }) => original && original.id === readId)}
              draftActions={draftActions}
              takesFocus={() => opened.takesFocus.current || !isSideBySide()}
              focusRequests={opened.focusRequests}
              hidden={editor.isOpen}
              onClose={opened.close}
              actions={actions}
            />
          )
        }
      >
        {sync && (
          <ItemEditor
            editor={editor}
            sync={sync}
            current={items ?? []}
            entries={entries}
            finalFocus={finalFocus}
            onFinish={finishEditing}
          />
        )}
      </Panes>
      <ConflictDialog
        entry={state.conflict}
        onResolve={state.resolve}
        onClose={state.decideLater}
        finalFocus={finalFocus}
      />
      <ItemPhotoDialog item={openPhoto} onClose={() => setOpenPhoto(undefined)} />
      <DeleteDialog
        item={toDelete}
        onCancel={() => setToDelete(undefined)}
        onConfirm={confirmDelete}
        finalFocus={finalFocus}
      />
      <DiscardDialog
        open={toDiscard !== undefined}
        onCancel={() => setToDiscard(undefined)}
        onConfirm={confirmDiscard}
        finalFocus={finalFocus}
      />
    </>
  );
}

const editButton = (page: HTMLElement | null) =>
  page?.querySelector<HTMLElement>('.reader .item-page-first') ?? null;
