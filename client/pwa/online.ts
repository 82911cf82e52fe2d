import { createStore, type ReadableStore } from '#client/state/store.ts';
import { useStore } from '#client/state/use-store.ts';

/** The native app's report, which is more reliable than the browser engine's; undefined on the web. */
const reported = createStore<boolean | undefined>(undefined);

/** Whether the device reports a network. Only a hint: what counts is whether a call succeeds. */
export const onlineStore: ReadableStore<boolean> = {
  get: () => reported.get() ?? navigator.onLine,
  subscribe(listener) {
    const unsubscribe = reported.subscribe(listener);
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      unsubscribe();
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};

export const useOnline = () => useStore(onlineStore, true);

export const reportOnline = (online: boolean) => reported.set(online);
