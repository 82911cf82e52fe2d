import { COLLECT_EVERY_MS } from './memory.ts';

// usage: node --expose-gc --import ./load/collect-garbage.ts server.ts
// Collects garbage at an interval, so that the memory of the server shows what it holds. Rarely enough to leave the
// 99th percentile of the response times as it is.
setInterval(() => globalThis.gc?.(), COLLECT_EVERY_MS).unref();
