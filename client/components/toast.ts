import { useSyncExternalStore } from 'react';
import { TOAST_DURATION_MS } from '#shared/constants.ts';

export type Toast = { title: string; message?: string; kind?: 'default' | 'destructive' };
type ShownToast = Toast & { id: number };

let shown: ShownToast | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

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
  if (shown?.kind === 'destructive') dismissToast();
}

export const useToast = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );

function show(next: ShownToast | undefined) {
  clearTimeout(timer);
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
