import { app } from '#app';
import { streamEvents } from '#client/api-client/api.ts';
import { fetchEndpoint } from '#client/api-client/query-client.ts';
import { onlineStore } from '#client/pwa/online.ts';
import { storedToken } from '#client/session/stored-session.ts';
import type { Item, SyncedEntity } from './entity.ts';
import type { LocalDatabase } from './local-database.ts';
import { newId } from './new-id.ts';
import type { UnsentCopies } from './unsent-copies.ts';
import type { LocalChange, SyncEnvironment } from './user-sync.ts';

/** The server sends something every 25 s. A stream that is silent for longer is dead, for example after sleep. */
const SILENCE_LIMIT_MS = 60_000;

/** Connects syncing with the browser: network, tabs and time. */
export function createBrowserEnvironment({
  isNeeded,
  ...user
}: {
  database: LocalDatabase;
  userId: string;
  bearer: string;
  entities: SyncedEntity[];
  copies: UnsentCopies | undefined;
  /** Tells whether the open screen needs a session: no other screen may send requests that can end it. */
  isNeeded(): boolean;
}): SyncEnvironment {
  const { userId, bearer } = user;
  const isActive = () => storedToken() === bearer;
  return {
    ...user,
    isActive,
    isOnline: () => onlineStore.get() && isNeeded() && isActive(),
    now: () => new Date().toISOString(),
    newId,
    publish: (change) => channel?.postMessage(change),
    withLock,

    async fetchList({ list: { endpoint, key } }) {
      const response = (await fetchEndpoint(endpoint)) as Record<string, unknown>;
      return { items: response[key] as Item[], seq: Number(response.seq) };
    },

    async *openStream(signal) {
      const release = await acquireLock(`stream.${userId}`, signal);
      const silence = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expectActivity = () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
      };
      try {
        expectActivity();
        const events = streamEvents('changesStream', {
          bearer,
          signal: AbortSignal.any([signal, silence.signal]),
          onActivity: expectActivity,
        });
        for await (const seq of events) yield Number(seq);
      } finally {
        clearTimeout(timer);
        release();
      }
    },

    pause: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(finish, ms);
        const unsubscribe = onlineStore.subscribe(() => onlineStore.get() && finish());
        signal.addEventListener('abort', finish);
        function finish() {
          clearTimeout(timer);
          unsubscribe();
          signal.removeEventListener('abort', finish);
          resolve();
        }
      }),
  };
}

let channel: BroadcastChannel | undefined;

/** Calls `listener` with what other tabs change. */
export function onOtherTabs(listener: (change: LocalChange) => void) {
  channel = new BroadcastChannel(`${app.id}.sync`);
  channel.addEventListener('message', ({ data }) => listener(data));
}

/** The locks of a page without TLS, where the browser has none; its tabs then do not know of each other. */
const queues = new Map<string, Promise<unknown>>();

function withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const key = `${app.id}.${name}`;
  if (navigator.locks) return navigator.locks.request(key, { signal }, work) as Promise<T>;
  const result = (queues.get(key) ?? Promise.resolve()).then(work);
  queues.set(
    key,
    result.catch(() => {}),
  );
  return result;
}

/** Waits for a lock. Returns the function that releases it. */
function acquireLock(name: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    withLock(name, signal, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
}
