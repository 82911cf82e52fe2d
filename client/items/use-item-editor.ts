import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { askBeforeLeaving } from '#client/page/leaving.ts';
import { openKeyboard } from '#client/page/open-keyboard.ts';
import type { Draft, DraftContent } from '#client/sync/draft.ts';
import { createDrafts, type Drafts } from '#client/sync/drafts.ts';
import { createQueue } from '#client/sync/in-turn.ts';
import type { FieldValues, Item } from '#client/sync/item.ts';
import { storageToast } from '#client/sync/messages.ts';
import type { OpenDraft } from '#client/sync/open-draft.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { toast } from '#client/toasts/toast.ts';
import { contentOf, newContent } from './item-draft.ts';
import { useKind } from './kind-context.ts';
import { readNewRequest } from './launch-params.ts';
import { openShared } from './shared-items.ts';
import { filteredReferences } from './use-reference-filter.ts';

type Find = (drafts: Drafts) => Promise<OpenForm | undefined>;

/** An open form, with the draft that it began with. */
export type OpenForm = {
  draft: OpenDraft;
  content: DraftContent;
  /** Why the server rejected an earlier attempt. */
  rejected?: OutboxEntry;
};

type Editing = {
  form?: OpenForm;
  /** Counts how often the form was opened. */
  key: number;
  /** Whether the dialog that confirms discarding the draft is open. */
  isDiscarding: boolean;
};

export type ItemEditing = ReturnType<typeof useItemEditor>;

/** Opens and closes the form. Opens a new item at once if the address requests one. */
export function useItemEditor(sync: UserSync | undefined) {
  const shown = useKind();
  const { kind, messages: m } = shown;
  const [editing, setEditing] = useState<Editing>({ key: 0, isDiscarding: false });
  const drafts = useMemo(() => sync && createDrafts(sync), [sync]);
  const opened = useRef<OpenForm>(undefined);
  const usedDrafts = useRef<Drafts>(undefined);
  /** What to open once the user's id is known. */
  const waiting = useRef<Find>(undefined);
  /** Forms are opened and closed one after the other, because a draft can be continued only once its form is closed. */
  const [afterOthers] = useState(createQueue);

  /** Opens the form that `find` returns and replaces an open form. */
  function open(find: Find) {
    waiting.current = drafts ? undefined : find;
    if (!drafts || asksBeforeLosing()) return;
    void afterOthers(async () => {
      await opened.current?.draft.close();
      try {
        const form = await find(drafts);
        if (form && usedDrafts.current === drafts) return show(form);
        await form?.draft.close();
      } catch (error) {
        console.error('The form could not be opened', error);
        toast(storageToast(error));
      }
      close();
    });
  }

  function show(form: OpenForm) {
    opened.current = form;
    setEditing(({ key }) => ({ key: key + 1, form, isDiscarding: false }));
  }

  async function begun(drafts: Drafts, content: DraftContent, rejected?: OutboxEntry) {
    return { draft: await drafts.begin(kind), content, rejected };
  }

  /** Opens the form of a new item, with a draft that no form has open, if there is one. */
  function create() {
    openKeyboard();
    open(
      async (drafts) =>
        (await drafts.continue(kind, ({ original }) => !original)) ??
        begun(drafts, newContent(kind, filteredReferences(kind))),
    );
  }

  const createWith = (fields: FieldValues) =>
    open((drafts) => begun(drafts, newContent(kind, fields)));

  /** Opens the form of an item, with a draft of it that no form has open, if there is one. */
  const edit = (item: Item, entry?: OutboxEntry) =>
    open(
      async (drafts) =>
        (await drafts.continue(kind, ({ original }) => original?.id === item.id)) ??
        begun(drafts, contentOf(kind, item), entry?.problem && entry),
    );

  const continueDraft = ({ id }: Pick<Draft, 'id'>) =>
    open(async (drafts) => {
      const form = await drafts.continue(kind, (draft) => draft.id === id);
      if (form) return form;
      toast(m.toasts.draftGone);
      sync?.publishDrafts(kind);
      return undefined;
    });

  /** Closes the form. Returns whether its whole content is kept as a draft. */
  async function close(form = opened.current): Promise<'kept' | 'lost' | 'none'> {
    if (!form) return 'none';
    // A late response must not close the form of another item.
    if (form === opened.current) {
      opened.current = undefined;
      setEditing((current) => ({ ...current, form: undefined, isDiscarding: false }));
    }
    const closing = form.draft.close();
    void afterOthers(() => closing);
    return closing;
  }

  /** Asks before closing the form if its content could not be stored. Returns whether it asks. */
  function asksBeforeLosing(): boolean {
    const wouldLose = opened.current?.draft.wouldLose() ?? false;
    if (wouldLose) setDiscarding(true);
    return wouldLose;
  }

  const askBeforeLosing = useEffectEvent(asksBeforeLosing);
  useEffect(() => askBeforeLeaving(() => askBeforeLosing()), []);

  const setDiscarding = (isDiscarding: boolean) =>
    setEditing((current) => ({ ...current, isDiscarding }));

  const openWaiting = useEffectEvent(() => waiting.current && open(waiting.current));
  const closeAtEnd = useEffectEvent(() => void close());
  useEffect(() => {
    usedDrafts.current = drafts;
    openWaiting();
    return () => {
      usedDrafts.current = undefined;
      closeAtEnd();
    };
  }, [drafts]);

  const openRequested = useEffectEvent(() => {
    const request = readNewRequest(kind);
    // Shared text becomes a separate draft beside any existing one.
    if (request && Object.values(request).some(Boolean)) createWith(request);
    else if (request) create();
    else if (sync) openShared(shown, sync, continueDraft);
  });
  const isReady = sync !== undefined;
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another app may share while this screen is open.
  useEffect(() => {
    if (isReady) openRequested();
  }, [isReady, search]);

  return {
    editing,
    isOpen: editing.form !== undefined,
    create,
    edit,
    continueDraft,
    /** Deletes a draft. Returns false if a form has opened it since it was offered. */
    discardDraft: async (draft: Draft) => drafts?.discard(kind, draft),
    close,
    asksBeforeLosing,
    setDiscarding,
  };
}
