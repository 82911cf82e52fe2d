import { setImmediate as nextTurn } from 'node:timers/promises';

/*
 * Simulated time. Timers of all client and server modules become events in one queue. One event runs at a time, and the
 * next one starts only when everything it caused has finished. Periodic work (sending emails, sweeping) never runs by
 * itself: the simulation triggers it as an event.
 */

type Event = { at: number; run: () => void };

const START = Date.UTC(2026, 0, 1);
const RealDate = Date;
/** After this many event loop turns without work in progress, nothing more happens by itself. */
const QUIET_TURNS = 2;

let now = START;
let busy = 0;
let events: Event[] = [];

/** Replaces this process's clock and timers. */
export function installVirtualTime() {
  class VirtualDate extends RealDate {
    constructor(...values: [] | [number | string | Date]) {
      if (values.length === 0) super(now);
      else super(...values);
    }
    static override now() {
      return now;
    }
  }
  const setTimeout = (run: () => void, ms = 0) => after(Math.max(0, ms), run);
  const setInterval = () => timer({ at: Number.POSITIVE_INFINITY, run() {} });
  const clear = (handle?: { cancel?(): void }) => handle?.cancel?.();
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout,
    setInterval,
    clearTimeout: clear,
    clearInterval: clear,
  });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    after(ms, () => controller.abort(new DOMException('Too slow', 'TimeoutError')));
    return controller.signal;
  };
}

/** Restarts at the same date, without events. */
export function restart() {
  now = START;
  events = [];
}

export const currentTime = () => now;

/** Runs `run` after a delay. */
export function after(ms: number, run: () => void) {
  const event = { at: now + ms, run };
  const index = events.findLastIndex(({ at }) => at <= event.at);
  events.splice(index + 1, 0, event);
  return timer(event);
}

export const sleep = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve));

/** Lets time pass without events, as if all devices and the network slept. */
export function skip(ms: number) {
  now += ms;
}

/** Tracks work in progress, so that no event runs until it has ended. */
export async function track<T>(work: Promise<T>): Promise<T> {
  busy++;
  try {
    return await work;
  } finally {
    busy--;
  }
}

/** Runs the events of the next `ms`. */
export async function run(ms: number) {
  const end = now + ms;
  await rest();
  while (events[0] && events[0].at <= end) await runNext();
  now = Math.max(now, end);
}

/** Runs all events, including events that they cause. */
export async function runAll() {
  await rest();
  while (events[0]) await runNext();
}

async function runNext() {
  const event = events.shift() as Event;
  now = Math.max(now, event.at);
  event.run();
  await rest();
}

/** Waits until nothing is in progress. */
async function rest() {
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await nextTurn();
    quiet = busy === 0 ? quiet + 1 : 0;
  }
}

/** Returns a handle with the methods of Node's timers. */
function timer(event: Event) {
  const cancel = () => {
    const index = events.indexOf(event);
    if (index >= 0) events.splice(index, 1);
  };
  const handle = {
    cancel,
    [Symbol.dispose]: cancel,
    unref: () => handle,
    ref: () => handle,
  };
  return handle;
}
