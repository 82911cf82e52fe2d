import { COLLECT_EVERY_MS } from './memory.ts';

// usage: node --expose-gc --import ./load/collect-garbage.ts server.ts
// Collects garbage at an interval, so that the server's memory shows only live data. Rarely enough not to affect the
// 99th percentile of response times.
setInterval(() => globalThis.gc?.(), COLLECT_EVERY_MS).unref();
