import { useSyncExternalStore } from 'react';
import { TOAST_DURATION_MS } from '#shared/constants.ts';

export type Toast = { title: string; message?: string; kind?: 'default' | 'destructive' };
type ShownToast = Toast & { id: number };

let shown: ShownToast | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The one way to raise a toast. A new one takes the place of the one that stands. */
export function toast(next: Toast) {
  lastId += 1;
  show({ ...next, id: lastId });
  timer = setTimeout(dismissToast, TOAST_DURATION_MS);
}

export function dismissToast() {
  show(undefined);
}

/** Removes a toast about a failure that no longer matters, and no other. */
export function dismissFailure() {
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
