import { createStore } from '#client/state/store.ts';
import { useStore } from '#client/state/use-store.ts';
import { TOAST_DURATION_MS } from '#shared/constants.ts';

export type Toast = {
  title: string;
  message?: string;
  kind?: 'default' | 'destructive';
  /** The action offered by the toast. Running it removes the toast. */
  action?: ToastAction;
};
type ToastAction = {
  label: string;
  /** The keys that trigger the action. */
  keys?: { label: string; ariaName: string };
  run(): void;
};
type ShownToast = Toast & { id: number };

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export const toastStore = createStore<ShownToast | undefined>(undefined);

export const useToast = () => useStore(toastStore, undefined);

/** Shows a toast. It replaces the current one: at most one is shown at a time. */
export function toast(next: Toast) {
  lastId += 1;
  toastStore.set({ ...next, id: lastId });
  releaseToast();
}

/** Holds the current toast, because the user is about to use its action. */
export function holdToast() {
  clearTimeout(timer);
}

/** Removes the current toast after its display time, which starts now. */
export function releaseToast() {
  clearTimeout(timer);
  timer = setTimeout(dismissToast, TOAST_DURATION_MS);
}

/** Runs the action of the current toast and removes the toast. */
export function runToastAction() {
  const action = toastStore.get()?.action;
  dismissToast();
  action?.run();
}

export function dismissToast() {
  clearTimeout(timer);
  toastStore.set(undefined);
}

/** Removes the current toast if it reports an error. */
export function dismissErrorToast() {
  if (toastStore.get()?.kind === 'destructive') dismissToast();
}
