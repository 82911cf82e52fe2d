import { TOAST_DURATION_MS } from '#shared/constants.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

export type Toast = { title: string; message?: string; kind?: 'default' | 'destructive' };
type ShownToast = Toast & { id: number };

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export const toastStore = createStore<ShownToast | undefined>(undefined);

export const useToast = () => useStore(toastStore, undefined);

/** Shows a toast. It replaces the current one: at most one is shown at a time. */
export function toast(next: Toast) {
  lastId += 1;
  show({ ...next, id: lastId });
  timer = setTimeout(dismissToast, TOAST_DURATION_MS);
}

export function dismissToast() {
  show(undefined);
}

/** Removes the current toast if it reports an error. */
export function dismissErrorToast() {
  if (toastStore.get()?.kind === 'destructive') dismissToast();
}

function show(next: ShownToast | undefined) {
  clearTimeout(timer);
  toastStore.set(next);
}
