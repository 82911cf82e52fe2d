import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#client/api/api.ts';
import { endpointKey, useEndpoint } from '#client/api/query.tsx';
import { toast } from '#client/components/toast.ts';
import { useOnline } from '#client/pwa/online.ts';
import type { Note } from '../contract.ts';
import { discardDraft } from './drafts.ts';
import { noteToasts } from './messages.ts';
import { type KeptNotes, keepNotes, keptNotes } from './offline-cache.ts';

const queryKey = endpointKey('listNotes');
const keptKey = ['kept notes'];
type Answer = { notes: Note[] };

/** The list of the server, or, while it does not answer, the one that was last loaded here. */
export function useNotes(userId: string) {
  const query = useEndpoint('listNotes');
  const online = useOnline();
  const { data, dataUpdatedAt, error, errorUpdateCount } = query;
  // An ended session has its own toast.
  const hasFailed = error !== null && !error.isAuthError;
  const { data: kept } = useQuery<KeptNotes | null>({
    queryKey: [...keptKey, userId],
    queryFn: async () => (await keptNotes(userId)) ?? null,
    enabled: hasFailed && !data,
  });

  useEffect(() => {
    // A device that refuses to store anything goes without.
    if (data) keepNotes(userId, data.notes, new Date(dataUpdatedAt)).catch(() => {});
  }, [userId, data, dataUpdatedAt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure says so once, also when it is the same again
  useEffect(() => {
    if (hasFailed) toast(noteToasts.loadFailed);
  }, [error, errorUpdateCount]);

  const { refetch } = query;
  const wasOnline = useRef(online);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the return of the network asks again
  useEffect(() => {
    if (online && !wasOnline.current && kept) void refetch();
    wasOnline.current = online;
  }, [online]);

  return { ...query, kept: data ? undefined : (kept ?? undefined) };
}

/** Brings the list up to what the server answered, without asking for all of it again. */
export function useNoteCache() {
  const client = useQueryClient();
  return {
    show: (note: Note) => {
      changeList(client, (notes) => sorted([...without(notes, note.id), note]));
      loadMissingList(client);
    },
    hide: (id: string) => {
      changeList(client, (notes) => without(notes, id));
      loadMissingList(client);
    },
  };
}

/**
 * Removes a note from the list at once and puts it back if the server refuses. Once the server has
 * deleted it, its unsaved changes are deleted too and `onDeleted` is called.
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
    // Here and not where it is called: of two deletions at once only the last would be told there.
    onSuccess: (answer, note, listBefore) => {
      if (answer.success) discardDraft(userId, note.id);
      // What is not there any more is deleted.
      if (answer.success || answer.status === 404) {
        onDeleted();
        return loadMissingList(client);
      }
      // An ended session has been dealt with.
      if (answer.isAuthError) return;
      // Another list means another person: this note is not theirs.
      if (listBefore !== list()) return;
      changeList(client, (notes) => sorted([...without(notes, note.id), note]));
      toast({ ...noteToasts.deletionFailed, message: answer.error });
    },
  });
}

/** Does nothing when there is no list: a person who left must not get one back. */
function changeList(client: QueryClient, change: (notes: Note[]) => Note[]) {
  client.setQueryData<Answer>(
    queryKey,
    (answer) => answer && { notes: change(answer.notes) },
    // The list stays as old as its last load from the server.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt },
  );
  client.setQueriesData<KeptNotes | null>(
    { queryKey: keptKey },
    (kept) => kept && { ...kept, notes: change(kept.notes) },
  );
}

/** The server answers again. A list that is on its way may be from before the change. */
function loadMissingList(client: QueryClient) {
  if (client.getQueryData(queryKey)) return;
  void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }));
}

const without = (notes: Note[], id: string) => notes.filter((note) => note.id !== id);

/** As the server sorts: newest first. */
const sorted = (notes: Note[]) =>
  notes.sort((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
