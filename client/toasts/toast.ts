import { leavingMs } from '#client/page/motion.ts';
import { createStore } from '#client/state/store.ts';
import { useStore } from '#client/state/use-store.ts';
import { TOAST_DURATION_MS } from '#shared/constants.ts';

export type Toast = {
  title: string;
  message?: string;
  /** quiet: a line without buttons, which never replaces an error or an action. */
  kind?: 'default' | 'destructive' | 'quiet';
  /** The action offered by the toast. Running it removes the toast. */
  action?: ToastAction;
};
type ToastAction = {
  label: string;
  /** The keys that trigger the action. */
  keys?: { label: string; ariaName: string };
  run(): void;
};
export type ShownToast = Toast & {
  id: number;
  /** The latest quiet message that was not shown. Screen readers announce it. */
  said?: string;
  isLeaving?: true;
};

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export const toastStore = createStore<ShownToast | undefined>(undefined);

export const useToast = () => useStore(toastStore, undefined);

/**
 * Shows a toast. It replaces the current one: at most one is shown at a time. While an error or an action is shown, a
 * quiet toast is only announced to screen readers.
 */
export function toast(next: Toast) {
  const current = toastStore.get();
  if (next.kind === 'quiet' && current && isImportant(current)) {
    if (next.title !== current.title) toastStore.set({ ...current, said: next.title });
    return;
  }
  lastId += 1;
  toastStore.set({ ...next, id: lastId });
  releaseToast();
}

const isImportant = ({ kind, action, isLeaving }: ShownToast) =>
  !isLeaving && (kind === 'destructive' || action !== undefined);

/** Holds the current toast, because the user is about to use its action. */
export function holdToast() {
  clearTimeout(timer);
}

/** Removes the current toast after its display time, which starts now and includes the closing animation. */
export function releaseToast() {
  clearTimeout(timer);
  timer = setTimeout(dismissToast, TOAST_DURATION_MS - leavingMs());
}

/** Runs the action of the current toast and removes the toast. */
export function runToastAction() {
  const current = toastStore.get();
  dismissToast();
  if (!current?.isLeaving) current?.action?.run();
}

/** Removes the current toast with the closing animation. Another toast replaces it at once. */
export function dismissToast() {
  const current = toastStore.get();
  if (!current || current.isLeaving) return;
  clearTimeout(timer);
  const remove = () => toastStore.set(undefined);
  const ms = leavingMs();
  if (ms === 0) return remove();
  toastStore.set({ ...current, isLeaving: true });
  timer = setTimeout(remove, ms);
}

/** Removes the current toast if it reports an error. */
export function dismissErrorToast() {
  if (toastStore.get()?.kind === 'destructive') dismissToast();
}
