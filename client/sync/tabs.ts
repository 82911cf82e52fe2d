import { app } from '#app';
import type { LocalChange, SyncEnvironment } from './sync-environment.ts';

/* Connects the tabs of the app in one browser, and its service worker. */

let channel: BroadcastChannel | undefined;

function openChannel() {
  channel ??= new BroadcastChannel(`${app.id}.sync`);
  return channel;
}

type UserChange = LocalChange & { userId: string };

/** Tells the other tabs which items of a user changed. */
export const publish = (change: UserChange) => openChannel().postMessage(change);

/** Calls `listener` with what other tabs change. */
export function onChangeInOtherTab(listener: (change: UserChange) => void) {
  openChannel().addEventListener('message', ({ data }) => listener(data));
}

/** Replaces Web Locks, for this tab only, on a page without TLS, where browsers have none. */
const queues = new Map<string, Promise<unknown>>();

export const withLock: SyncEnvironment['withLock'] = (name, signal, work, isUrgent = false) => {
  const key = `${app.id}.${name}`;
  const lost = new AbortController();
  if (navigator.locks) {
    let isRunning = false;
    const run = async () => {
      isRunning = true;
      return work(lost.signal).finally(() => {
        isRunning = false;
      });
    };
    const result = navigator.locks.request(key, isUrgent ? { steal: true } : { signal }, run);
    // The lock request also rejects if the work itself fails.
    result.catch(() => isRunning && lost.abort());
    return result as ReturnType<typeof work>;
  }
  const before = isUrgent ? undefined : queues.get(key);
  const result = (before ?? Promise.resolve()).then(() => work(lost.signal));
  const ended = result
    .catch(() => {})
    .then(() => {
      if (queues.get(key) === ended) queues.delete(key);
    });
  queues.set(key, ended);
  return result;
};

/** Returns the names of the locks that tabs hold now. */
export async function heldLocks(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {
    held: [...queues.keys()].map((name) => ({ name })),
  };
  const prefix = `${app.id}.`;
  return new Set(held.map(({ name = '' }) => name.slice(prefix.length)));
}
