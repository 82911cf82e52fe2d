import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { syncToasts } from '#client/sync/messages.ts';
import { isConflict, type OutboxEntry } from '#client/sync/outbox-entry.ts';
import { toast } from '#client/toasts/toast.ts';

/** Holds which conflict the person is asked about. It follows what the other device does meanwhile. */
export function useConflict(entries: ReadonlyMap<string, OutboxEntry>) {
  const [id, setId] = useState<string>();
  const entry = entries.get(id ?? '');
  const conflict = isConflict(entry) ? entry : undefined;
  const shownId = useRef<string>(undefined);
  const isDeciding = useRef(false);

  /** Tells the person why the dialog closes, if it is not because of their own decision. */
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
    /** Asks about the conflict of an item, unless the person is about to decide another one. */
    ask: (next: string) => setId((current) => (conflict ? current : next)),
    decideLater: () => setId(undefined),
    /** Makes a decision. If `decide` returns false the item has changed meanwhile, and the dialog shows that. */
    async resolve(decide: () => Promise<boolean>) {
      isDeciding.current = true;
      const isResolved = await decide();
      isDeciding.current = false;
      if (isResolved) setId(undefined);
    },
  };
}
