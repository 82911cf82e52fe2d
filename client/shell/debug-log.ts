import { createStore } from '#client/state/store.ts';

export type LogLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';
type LogEntry = { id: number; time: Date; level: LogLevel; values: unknown[] };

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'log', 'info', 'warn', 'error'];
const MAX_ENTRIES = 500;

const entries = createStore<readonly LogEntry[]>([]);
let lastId = 0;

/** Records console output. It is formatted only when the debug console is open. */
export function captureConsole() {
  for (const level of LOG_LEVELS) {
    const original = console[level];
    console[level] = (...values: unknown[]) => {
      original.apply(console, values);
      record(level, values);
    };
  }
  addEventListener('error', (event) => record('error', [event.error ?? event.message]));
  addEventListener('unhandledrejection', (event) => record('error', [event.reason]));
}

export const debugLog = {
  entries: entries.get,
  // In a microtask, because code may write to the console while React is rendering.
  subscribe: (listener: () => void) => entries.subscribe(() => queueMicrotask(listener)),
  clear: () => entries.set([]),
};

function record(level: LogLevel, values: unknown[]) {
  lastId += 1;
  const entry = { id: lastId, time: new Date(), level, values };
  entries.set([...entries.get().slice(1 - MAX_ENTRIES), entry]);
}
