export type LogLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';
type LogEntry = { id: number; time: Date; level: LogLevel; values: unknown[] };

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'log', 'info', 'warn', 'error'];
const MAX_ENTRIES = 500;

let entries: readonly LogEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

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
  entries: () => entries,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  clear() {
    entries = [];
    notifyListeners();
  },
};

function record(level: LogLevel, values: unknown[]) {
  lastId += 1;
  entries = [...entries.slice(1 - MAX_ENTRIES), { id: lastId, time: new Date(), level, values }];
  notifyListeners();
}

// In a microtask, because code may write to the console while React is rendering.
function notifyListeners() {
  if (listeners.size > 0) queueMicrotask(() => listeners.forEach((listener) => void listener()));
}
