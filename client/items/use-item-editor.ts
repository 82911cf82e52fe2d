import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { isSideBySide } from '#client/components/panes.tsx';
import type { Draft } from '#client/sync/draft.ts';
import type { Item } from '#client/sync/entity.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { draftOf, type ItemDraft, newDraft, restoreDraft } from './item-draft.ts';
import type { ItemType } from './item-type.ts';
import { readNewRequest } from './launch-params.ts';
import { openShared } from './shared-items.ts';

/** The draft in the form, if it is open. `key` counts the openings, `rejected` is an earlier try that the server refused. */
type Editing = {
  key: number;
  draft?: ItemDraft;
  rejected?: OutboxEntry;
  /**
   * Where the form is shown. It stays there if the window gets another size, for example because a tablet is turned
   * while its camera is open: the form would lose what it waits for.
   */
  isInPane: boolean;
};

export type ItemEditing = ReturnType<typeof useItemEditor>;

/** Holds which draft is edited. Opens a new item at once if the address asks for one. */
export function useItemEditor(type: ItemType, sync: UserSync | undefined) {
  const { entity } = type;
  const [editing, setEditing] = useState<Editing>({ key: 0, isInPane: false });
  const { draft: edited, isInPane } = editing;
  const editedId = useRef<string>(undefined);

  const open = useCallback(
    (draft: ItemDraft, rejected?: OutboxEntry) => {
      const before = editedId.current;
      editedId.current = draft.id;
      setEditing(({ key }) => ({ key: key + 1, draft, rejected, isInPane: isSideBySide() }));
      // The form in a pane leaves the list usable: it may have been open with another draft.
      if (before && before !== draft.id) sync?.publishDraft(entity, before);
    },
    [entity, sync],
  );

  const continueDraft = useCallback(
    async (stored: Draft) => sync && open(await restoreDraft(sync, entity, stored)),
    [open, entity, sync],
  );

  /** Continues the draft of a new item if there is one. */
  async function create() {
    const drafts = await sync?.drafts.read(entity);
    const stored = drafts?.find((draft) => !draft.original);
    if (stored) await continueDraft(stored);
    else open(newDraft(entity));
  }

  /** Continues the draft of the item if there is one. */
  const edit = useCallback(
    async (item: Item, entry?: OutboxEntry) => {
      const drafts = await sync?.drafts.read(entity);
      const stored = drafts?.find((draft) => draft.id === item.id && draft.original);
      if (stored) await continueDraft(stored);
      else open(draftOf(entity, item), entry?.problem && entry);
    },
    [open, continueDraft, entity, sync],
  );

  /** Closes this opening only: a late response must not close the form of another item. */
  function close(key = editing.key) {
    if (editedId.current === edited?.id) editedId.current = undefined;
    setEditing((current) => (current.key === key ? { key, isInPane: current.isInPane } : current));
    if (edited) sync?.publishDraft(entity, edited.id);
  }

  const openRequested = useEffectEvent(() => {
    const request = readNewRequest(entity);
    // Shared text becomes a draft of its own, beside any draft that exists.
    if (request && Object.values(request).some(Boolean)) open(newDraft(entity, request));
    else if (request) void create();
    else if (sync) openShared(type, sync, open);
  });
  const isReady = sync !== undefined;
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another app may share while this screen is open.
  useEffect(() => {
    if (isReady) openRequested();
  }, [isReady, search]);

  return {
    editing,
    isInPane: isInPane && edited !== undefined,
    create,
    edit,
    continueDraft,
    close,
  };
}
