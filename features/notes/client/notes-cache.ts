import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '#client/api-client/api.ts';
import { endpointKey, useEndpoint } from '#client/api-client/query.tsx';
import { toast } from '#client/components/toast.ts';
import { useOnline } from '#client/pwa/online.ts';
import { type OfflineList, readOffline, saveOffline } from '#client/storage/offline-cache.ts';
import type { Note } from '../contract.ts';
import { discardDraft } from './drafts.ts';
import { noteToasts } from './messages.ts';

const queryKey = endpointKey('listNotes');
const offlineKey = ['offline notes'];
const OFFLINE_NAME = 'notes';
type Answer = { notes: Note[] };

/** Loads the notes from the server. While that fails, `offline` has the ones that were last loaded. */
export function useNotes(userId: string) {
  const query = useEndpoint('listNotes');
  const { data, dataUpdatedAt, error, errorUpdateCount, refetch } = query;
  // An expired session shows its own toast.
  const hasFailed = error !== null && !error.isAuthError;
  const { data: offline } = useQuery<OfflineList<Note> | null>({
    queryKey: [...offlineKey, userId],
    queryFn: async () => (await readOffline<Note>(OFFLINE_NAME, userId)) ?? null,
    enabled: hasFailed && !data,
  });

  useEffect(() => {
    if (!data) return;
    const loadedAt = new Date(dataUpdatedAt).toISOString();
    // Without storage the notes are not available offline.
    saveOffline(OFFLINE_NAME, { userId, items: data.notes, loadedAt }).catch(() => {});
  }, [userId, data, dataUpdatedAt]);

  const reportFailure = useEffectEvent(() => {
    if (hasFailed) toast(noteToasts.loadFailed);
  });
  useEffect(() => {
    if (errorUpdateCount > 0) reportFailure();
  }, [errorUpdateCount]);

  const online = useOnline();
  const wasOnline = useRef(online);
  const refetchOfflineNotes = useEffectEvent(() => {
    if (offline) void refetch();
  });
  useEffect(() => {
    if (online && !wasOnline.current) refetchOfflineNotes();
    wasOnline.current = online;
  }, [online]);

  return { ...query, offline: data ? undefined : (offline ?? undefined) };
}

/** Updates the list with a single note, without loading it again. */
export function useNoteCache() {
  const client = useQueryClient();
  return {
    upsert: (note: Note) => {
      changeList(client, (notes) => sorted([...without(notes, note.id), note]));
      loadMissingList(client);
    },
    remove: (id: string) => {
      changeList(client, (notes) => without(notes, id));
      loadMissingList(client);
    },
  };
}

/**
 * Removes a note from the list at once and puts it back if deleting fails. Once the server has
 * deleted it, deletes its draft too and calls `onDeleted`.
 */
export function useDeleteNote(userId: string, onDeleted: () => void) {
  const client = useQueryClient();
  const list = () => client.getQueryCache().find({ queryKey });
  return useMutation({
    mutationFn: (note: Note) => call('deleteNote', { params: { id: note.id } }),
    onMutate: (note) => {
      changeList(client, (notes) => without(notes, note.id));
      return list();
    },
    // Not passed to mutate(): of two deletions at once, only the last would call it there.
    onSuccess: (result, note, listBefore) => {
      if (result.success) discardDraft(userId, note.id);
      // 404: the note was deleted before.
      if (result.success || result.status === 404) {
        onDeleted();
        return loadMissingList(client);
      }
      // An expired session shows its own toast.
      if (result.isAuthError) return;
      // A different list belongs to another user: this note is not theirs.
      if (listBefore !== list()) return;
      changeList(client, (notes) => sorted([...without(notes, note.id), note]));
      toast({ ...noteToasts.deletionFailed, message: result.error });
    },
  });
}

/** Changes the loaded and the offline list. Does nothing without one: it must not return after sign-out. */
function changeList(client: QueryClient, change: (notes: Note[]) => Note[]) {
  client.setQueryData<Answer>(
    queryKey,
    (result) => result && { notes: change(result.notes) },
    // The time of the last load from the server stays.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt },
  );
  client.setQueriesData<OfflineList<Note> | null>(
    { queryKey: offlineKey },
    (offline) => offline && { ...offline, items: change(offline.items) },
  );
}

/** Loads the list if there is none, because the server responds again. Cancels a request from before the change. */
function loadMissingList(client: QueryClient) {
  if (client.getQueryData(queryKey)) return;
  void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }));
}

const without = (notes: Note[], id: string) => notes.filter((note) => note.id !== id);

/** Sorts as the server does: newest first. */
const sorted = (notes: Note[]) =>
  notes.sort((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
