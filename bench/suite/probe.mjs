import { createServer } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

// usage: BENCH_PROBES=folder node --import ./bench/suite/probe.mjs server.js
// Measures the event loop of a server and of each of its workers. Each process has a socket in the folder, which sends
// the figures since the last connection. Plain JavaScript, because removing types takes 18 MB of memory.

const RESOLUTION_MS = 10;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let since = performance.eventLoopUtilization();
delay.enable();

const path = join(process.env.BENCH_PROBES, `${process.pid}.sock`);
createServer((socket) => {
  socket.on('error', () => {});
  socket.end(
    JSON.stringify({
      // The histogram contains the intervals of a timer.
      loopDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
      loopBusy: performance.eventLoopUtilization(since).utilization,
    }),
  );
  delay.reset();
  since = performance.eventLoopUtilization();
})
  // Exclusive: a worker would otherwise share the socket with the others.
  .listen({ path, exclusive: true })
  .unref();
