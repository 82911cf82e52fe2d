import type { OutboxEntry } from './outbox-entry.ts';

/** The entry that has to be sent before another one. If `isFirm` is false, the other one may also go first. */
export type Hold = { by: string; isFirm: boolean };

/** How the sending of entries reports what it finds. */
export type Progress = {
  /** The entry has to wait for another one. */
  hold(entry: OutboxEntry, hold: Hold): void;
  /** No entry has to wait for this one any more. */
  release(id: string): void;
};

type Held = { entry: OutboxEntry; hold: Hold };

/**
 * Sends entries in rounds: those that had to wait are sent again in the round after the one that released them. If all
 * that are left wait, one of each circle is sent although it should wait. Whatever waits for an entry that could not be
 * sent stays unsent.
 */
export async function sendInOrder(
  entries: OutboxEntry[],
  {
    find,
    send,
  }: {
    /** Returns an entry that is not among `entries`, but holds one of them back, if it can be sent. */
    find(id: string): OutboxEntry | undefined;
    /** Sends entries, even if they should wait if `isForced`. Returns false to end. */
    send(round: OutboxEntry[], isForced: boolean, progress: Progress): Promise<boolean>;
  },
) {
  const started = new Set(entries.map(({ id }) => id));
  const held = new Map<string, Held>();
  /** The held entries by the entry that they wait for. */
  const behind = new Map<string, Held[]>();
  let round = entries;
  let isForced = false;
  while (round.length > 0) {
    const next: OutboxEntry[] = [];
    const released: string[] = [];
    const isToBeContinued = await send(round, isForced, {
      hold(entry, hold) {
        const one = { entry, hold };
        held.set(entry.id, one);
        const others = behind.get(hold.by);
        if (others) others.push(one);
        else behind.set(hold.by, [one]);
        const holder = started.has(hold.by) ? undefined : find(hold.by);
        started.add(hold.by);
        if (holder) next.push(holder);
      },
      release: (id) => void released.push(id),
    });
    if (!isToBeContinued) return;
    for (const id of released) {
      for (const one of behind.get(id) ?? []) {
        if (held.get(one.entry.id) !== one) continue;
        held.delete(one.entry.id);
        next.push(one.entry);
      }
      behind.delete(id);
    }
    isForced = next.length === 0;
    round = isForced ? oneOfEachCircle(held) : next;
    if (isForced) for (const { id } of round) held.delete(id);
  }
}

/** Returns one entry of each circle of entries that wait for each other: one that may go first, if there is one. */
function oneOfEachCircle(held: ReadonlyMap<string, Held>): OutboxEntry[] {
  const seen = new Set<string>();
  const chosen: OutboxEntry[] = [];
  for (const start of held.keys()) {
    const path: Held[] = [];
    let id = start;
    for (let one = held.get(id); one && !seen.has(id); one = held.get(id)) {
      path.push(one);
      seen.add(id);
      id = one.hold.by;
    }
    const begin = path.findIndex(({ entry }) => entry.id === id);
    const circle = begin < 0 ? [] : path.slice(begin);
    const first = circle.find(({ hold }) => !hold.isFirm) ?? circle[0];
    if (first) chosen.push(first.entry);
  }
  return chosen;
}
