import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { syncToasts } from '#client/sync/messages.ts';
import { isConflict, type OutboxEntry } from '#client/sync/outbox-entry.ts';
import { toast } from '#client/toasts/toast.ts';

/** Holds the conflict that the user is asked about, and follows further changes of the other device. */
export function useConflict(entries: ReadonlyMap<string, OutboxEntry>) {
  const [id, setId] = useState<string>();
  const entry = entries.get(id ?? '');
  const conflict = isConflict(entry) ? entry : undefined;
  const shownId = useRef<string>(undefined);
  const isDeciding = useRef(false);

  /** Tells the user why the dialog closes, unless they closed it by a decision. */
  const follow = useEffectEvent(() => {
    const wasShown = shownId.current !== undefined && shownId.current === id;
    shownId.current = conflict?.id;
    if (conflict || !wasShown || isDeciding.current) return;
    setId(undefined);
    toast(syncToasts.nothingToDecide);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: The conflict may end while its id stays.
  useEffect(() => follow(), [conflict?.id]);

  return {
    conflict,
    /** Asks about the conflict of an item, unless the user is deciding another one. */
    ask: (next: string) => setId((current) => (conflict ? current : next)),
    decideLater: () => setId(undefined),
    /**
     * Makes a decision. If `decide` returns false, the item has changed since the user saw it, and the dialog shows
     * that.
     */
    async resolve(decide: () => Promise<boolean>) {
      isDeciding.current = true;
      const isResolved = await decide();
      isDeciding.current = false;
      if (isResolved) setId(undefined);
    },
  };
}
