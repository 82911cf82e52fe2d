import { readEndpoint, streamEvents } from '#client/api-client/api.ts';
import { onlineStore } from '#client/pwa/online.ts';
import { checkStoredToken } from '#client/session/session.ts';
import { storedToken } from '#client/session/stored-session.ts';
import { endpoints } from '#shared/endpoints.ts';
import { firstAborted, limitPauses } from './abort-signals.ts';
import { BACKGROUND_SEND_TAG } from './background-send.ts';
import type { Item } from './item.ts';
import { newId } from './new-id.ts';
import type { SyncEnvironment } from './sync-environment.ts';
import { heldLocks, publish, withLock } from './tabs.ts';

/** The server sends something every 25 s. A stream that is silent for longer is dead, for example after sleep. */
const SILENCE_LIMIT_MS = 60_000;

/** Connects syncing with the browser: network, tabs and time. */
export function createBrowserEnvironment({
  isPaused,
  ...user
}: Pick<SyncEnvironment, 'userId' | 'database' | 'bearer' | 'kinds' | 'backup'> & {
  /** Tells whether the open screen does not sync: then no request that can end the session may be sent. */
  isPaused(): boolean;
}): SyncEnvironment {
  const { userId, bearer } = user;
  const isSignedIn = () => storedToken() === bearer;
  return {
    ...user,
    isSignedIn,
    checkSession: () => checkStoredToken() && isSignedIn(),
    canConnect: () => onlineStore.get() && !isPaused(),
    now: () => new Date().toISOString(),
    newId,
    publish: (change) => publish({ ...change, userId }),
    withLock,
    heldLocks,

    async fetchList({ list, many }) {
      const response = await readEndpoint(list);
      return { items: response[many] as Item[], seq: Number(response.seq) };
    },

    async *openStream(signal) {
      const release = await acquireLock(`stream.${userId}`, signal);
      const silence = limitPauses(SILENCE_LIMIT_MS);
      const ended = firstAborted(signal, silence.signal);
      try {
        silence.restart();
        const events = streamEvents(endpoints.changesStream, {
          bearer,
          signal: ended.signal,
          onActivity: silence.restart,
        });
        for await (const seq of events) yield Number(seq);
      } finally {
        silence.stop();
        ended.release();
        release();
      }
    },

    onUnsent() {
      void navigator.storage?.persist?.();
      if (!onlineStore.get()) void requestBackgroundSend();
    },

    pause: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(finish, ms);
        signal.addEventListener('abort', finish);
        function finish() {
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          resolve();
        }
      }),
  };
}

/** Waits for a lock. Returns the function that releases it. */
function acquireLock(name: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    withLock(name, signal, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
}

/** Asks the browser to wake the service worker when the device is online again. Not all browsers support this. */
async function requestBackgroundSend() {
  type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: WithSync | undefined = await navigator.serviceWorker?.ready;
  await registration?.sync?.register(BACKGROUND_SEND_TAG).catch(() => {});
}
