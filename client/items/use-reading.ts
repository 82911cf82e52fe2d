import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-client/api-error.ts';
import { useOnline } from '#client/pwa/online.ts';
import type { Item } from '#client/sync/item.ts';
import type { CollectionState } from '#client/sync/use-collection.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import type { ItemKind } from '#shared/items.ts';
import { useKind } from './kind-context.ts';

/** What the address names. Another user's item counts as missing, too. */
export type Reading =
  | { kind: 'loading' }
  | { kind: 'missing' }
  /** Not on this device. Unknown whether it exists, because the server could not be reached. */
  | { kind: 'unknown'; isAsking: boolean; askAgain: () => void }
  | { kind: 'item'; item: Item };

/**
 * Returns what the address names. An item that is not on this device may have been created elsewhere a moment ago, so
 * it counts as missing only after this device has loaded all changes. Returns undefined while the list is loading and
 * if it could not be loaded.
 */
export function useReading(
  id: string | undefined,
  { items, isComplete, entries, loadedAt, connection, sync }: CollectionState<Item>,
): Reading | undefined {
  const { kind } = useKind();
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ id: string; question: string; isMissing: boolean }>();
  const [shownId, setShownId] = useState<string>();
  const item = id ? items?.find((one) => one.id === id) : undefined;
  if (item && shownId !== id) setShownId(id);

  const isAbsent = id !== undefined && !item && loadedAt !== undefined && isComplete;
  const wasDeleted = shownId === id || entries.get(id ?? '')?.change.kind === 'delete';
  const known = answer?.id === id ? answer : undefined;
  const isMissing = wasDeleted || known?.isMissing === true;
  // Retried when the connection is back and when the user asks for it.
  const question = isAbsent && !isMissing ? [id, online, connection, attempt].join() : undefined;
  useEffect(() => {
    if (!sync || !id || !question) return;
    let isOutdated = false;
    void (online ? loadChanges(sync, kind) : Promise.resolve(false)).then((isMissing) => {
      if (!isOutdated) setAnswer({ id, question, isMissing });
    });
    return () => {
      isOutdated = true;
    };
  }, [sync, kind, id, question, online]);

  if (!id) return undefined;
  if (item) return { kind: 'item', item };
  if (!isAbsent) {
    const isLoading = loadedAt !== undefined || (online && connection !== 'failed');
    return isLoading ? { kind: 'loading' } : undefined;
  }
  if (isMissing) return { kind: 'missing' };
  if (!known) return { kind: 'loading' };
  const askAgain = () => setAttempt(attempt + 1);
  return { kind: 'unknown', isAsking: known.question !== question, askAgain };
}

/** Loads all changes and waits until they are shown. Returns whether that succeeded. */
async function loadChanges(sync: UserSync, kind: ItemKind) {
  try {
    await sync.pull();
    await sync.collection(kind).waitForReads();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) console.error('Changes could not be loaded', error);
    return false;
  }
}
