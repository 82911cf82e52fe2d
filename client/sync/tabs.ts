import { app } from '#app';
import type { LocalChange } from './sync-environment.ts';

/* Connects the tabs of the app in one browser, and its service worker. */

let channel: BroadcastChannel | undefined;

function openChannel() {
  channel ??= new BroadcastChannel(`${app.id}.sync`);
  return channel;
}

/** Tells the other tabs which items changed. */
export const publish = (change: LocalChange) => openChannel().postMessage(change);

/** Calls `listener` with what other tabs change. */
export function onChangeInOtherTab(listener: (change: LocalChange) => void) {
  openChannel().addEventListener('message', ({ data }) => listener(data));
}

/** Replaces Web Locks on a page without TLS, where browsers have none: for this tab only. */
const queues = new Map<string, Promise<unknown>>();

/** Runs `work` while no other tab runs one under the same name. */
export function withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const key = `${app.id}.${name}`;
  if (navigator.locks) return navigator.locks.request(key, { signal }, work) as Promise<T>;
  const result = (queues.get(key) ?? Promise.resolve()).then(work);
  queues.set(
    key,
    result.catch(() => {}),
  );
  return result;
}
