export type LogLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';
export type LogEntry = { id: number; time: Date; level: LogLevel; values: unknown[] };

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'log', 'info', 'warn', 'error'];
const KEPT_ENTRIES = 500;

let entries: readonly LogEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Keeps what the console is told; turning it into text waits until somebody looks. */
export function captureConsole() {
  for (const level of LOG_LEVELS) {
    const original = console[level];
    console[level] = (...values: unknown[]) => {
      original.apply(console, values);
      keep(level, values);
    };
  }
  addEventListener('error', (event) => keep('error', [event.error ?? event.message]));
  addEventListener('unhandledrejection', (event) => keep('error', [event.reason]));
}

export const debugLog = {
  entries: () => entries,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  clear() {
    entries = [];
    tellListeners();
  },
};

function keep(level: LogLevel, values: unknown[]) {
  lastId += 1;
  entries = [...entries.slice(1 - KEPT_ENTRIES), { id: lastId, time: new Date(), level, values }];
  tellListeners();
}

// Later, because something may write to the console while React is rendering.
function tellListeners() {
  if (listeners.size > 0) queueMicrotask(() => listeners.forEach((listener) => void listener()));
}
