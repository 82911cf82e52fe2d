import { useState } from 'react';
import { ApiError } from '#client/api-client/api-error.ts';
import { clientErrors } from '#client/api-client/messages.ts';
import { scrollAfterClose } from '#client/page/use-close-on-back.ts';
import { onlineStore } from '#client/pwa/online.ts';
import { isSignedInAs } from '#client/session/session.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { Item } from '#client/sync/item.ts';
import { storageToast, syncToasts } from '#client/sync/messages.ts';
import { isConflict, type OutboxEntry, type Resolution } from '#client/sync/outbox-entry.ts';
import type { SendOutcome } from '#client/sync/send-changes.ts';
import { useCollection } from '#client/sync/use-collection.ts';
import type { SyncEvent, UserSync } from '#client/sync/user-sync.ts';
import { offerUndo } from '#client/toasts/offer-undo.ts';
import { toast } from '#client/toasts/toast.ts';
import { countInWords } from '#shared/count-in-words.ts';
import { itemErrors } from '#shared/messages.ts';
import { inWords } from '#shared/words.ts';
import type { ItemMessages } from './item-messages.ts';
import { useKind } from './kind-context.ts';
import { useConflict } from './use-conflict.ts';
import { useItemEditor } from './use-item-editor.ts';
import type { EditOutcome } from './use-item-form.ts';

export type Items = ReturnType<typeof useItems>;

/** Holds the items, the form and the conflict that waits for a decision, and tells the user what happens to them. */
export function useItems() {
  const { kind, messages: m } = useKind();
  const collection = useCollection(kind, handleEvent);
  const { entries, sync } = collection;
  const editor = useItemEditor(sync);
  const [loadError, setLoadError] = useState<string>();
  const [createdId, setCreatedId] = useState<string>();
  const { conflict, ask, resolve, decideLater } = useConflict(entries);

  function handleEvent(event: SyncEvent) {
    if (event.kind === 'load-failed') {
      setLoadError(event.error instanceof ApiError ? event.error.error : undefined);
      return toast(m.toasts.loadFailed);
    }
    const { answer, settled, id } = event;
    if (answer.kind === 'rejected')
      toast({ ...failureOf(m, settled.entry), message: answer.error });
    if (settled.isMerged && !conflict) toast(syncToasts.merged);
    if (isConflict(settled.entry) && !editor.editing.form) ask(id);
  }

  /** Tells the user that a change could not be sent. The change is stored and will be sent later. */
  async function reportUnsent(sent: Promise<SendOutcome>, id?: string, undo?: () => void) {
    // Without a connection no request was made, so there is no failure to report.
    if ((await sent) !== 'unreachable' || !onlineStore.get()) return;
    const waiting = (await sync?.outbox.entries()) ?? [];
    const onDevice = sync?.sendError.get();
    // Sending may have stopped at an earlier change. On a full disk no change can record the reason.
    const failed = waiting.find(({ error, problem }) => error ?? (onDevice && !problem));
    const entry = waiting.find((one) => one.id === id) ?? failed;
    const message = onDevice ?? entry?.error ?? failed?.error ?? clientErrors.network;
    if (!entry) return;
    const shown = { ...failureOf(m, entry), message };
    if (undo && entry.change.kind === 'delete') offerUndo(shown, undo);
    else toast(shown);
  }

  /** Opens an item in the form, or asks which of its versions to keep. */
  function edit(item: Item) {
    const entry = entries.get(item.id);
    if (isConflict(entry)) ask(item.id);
    else editor.edit(item, entry);
  }

  function finishEditing(outcome: EditOutcome, closed: ReturnType<typeof editor.close>) {
    // The list shows a new item at its start, but may have been scrolled beside the form.
    if (outcome.kind === 'created') {
      scrollAfterClose(0);
      setCreatedId(outcome.id);
    } else scrollAfterClose(scrollY);

    if (outcome.kind === 'closed')
      void closed.then((left) => {
        if (left === 'kept') announce(m.draftKept);
        if (left === 'lost') toast(m.toasts.draftLost);
      });
    if (outcome.kind === 'discarded') announce(m.draftDiscarded);
    if (outcome.kind === 'created' || outcome.kind === 'updated') {
      announce(outcome.kind === 'created' ? m.created : m.updated);
      void reportUnsent(outcome.sent, outcome.id);
    }
  }

  /** Closes the form as if the user had pressed Cancel. Returns false if it stays open. */
  function leaveForm(): boolean {
    if (!editor.editing.form) return true;
    if (editor.asksBeforeLosing()) return false;
    finishEditing({ kind: 'closed' }, editor.close());
    return true;
  }

  async function discard(draft: Draft) {
    const isDiscarded = await stored(editor.discardDraft(draft));
    if (isDiscarded) announce(m.draftDiscarded);
    else if (isDiscarded === false) toast(m.toasts.draftGone);
  }

  /** Tells whether an item may be deleted, before the user is asked. If other items need it, says which. */
  async function mayDelete(item: Item): Promise<boolean> {
    // If the device cannot be read, the server decides.
    const refusing = (await sync?.referringTo(kind, item).catch(() => undefined)) ?? [];
    if (refusing.length === 0) return true;
    const users = refusing.map(({ kind, count }) => countInWords(kind, count));
    toast({ ...m.toasts.deletionFailed, message: itemErrors.inUse(inWords(kind.one), users) });
    return false;
  }

  /**
   * Deletes an item. If another device's change was merged a moment ago, returns the current item instead, so that the
   * user is asked again.
   */
  async function remove(item: Item): Promise<Item | undefined> {
    if (editor.editing.form?.content.original?.id === item.id) {
      if (editor.asksBeforeLosing()) return undefined;
      await editor.close();
    }
    const removed = await stored(sync?.remove(kind, item));
    if (!removed) return undefined;
    const { undo, sent } = removed;
    // The deletion ended the session, which has its own toast.
    if (sync && !isSignedInAs(sync.userId)) return undefined;
    if (!undo) return readAgain(item.id);
    const restore = async () => {
      try {
        if (await undo()) announce(m.restored);
      } catch (error) {
        console.error('A deletion could not be undone', error);
        offerUndo(storageToast(error), restore);
      }
    };
    offerUndo({ title: m.deleted }, restore);
    void reportUnsent(sent, item.id, restore);
    return undefined;
  }

  async function readAgain(id: string) {
    const { store, refresh } = (sync as UserSync).collection(kind);
    await refresh([id]);
    return store.get().items?.find((one) => one.id === id);
  }

  return {
    ...collection,
    loadError,
    editor,
    createdId,
    edit,
    finishEditing,
    leaveForm,
    discard,
    mayDelete,
    remove,
    conflict,
    resolve: (resolution: Resolution) =>
      resolve(async () => {
        const resolved = conflict && (await stored(sync?.resolve(kind, conflict, resolution)));
        return resolved?.isResolved ?? false;
      }),
    decideLater,
    sendAll: () => void (sync && reportUnsent(sync.sendNow())),
  };
}

/** Shows a quiet toast. */
const announce = (title: string) => toast({ kind: 'quiet', title });

/** Waits until a change is stored. Tells the user if that fails. */
async function stored<T>(storing: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await storing;
  } catch (error) {
    console.error('A change could not be stored', error);
    toast(storageToast(error));
    return undefined;
  }
}

/** Returns the toast for a change that the server did not save. A rejected deletion leaves no entry. */
function failureOf({ toasts }: ItemMessages, entry: OutboxEntry | undefined) {
  if (!entry || entry.change.kind === 'delete') return toasts.deletionFailed;
  return entry.base ? toasts.updateFailed : toasts.creationFailed;
}
