/** Half a frame: user input waits no longer than that. */
const SLICE_MS = 8;

/** Returns a function to call between the short steps of long work. After each time slice it lets the browser react. */
export function startSlices(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() <= end) return;
    await yieldToBrowser();
    end = performance.now() + SLICE_MS;
  };
}

/** Lets the browser react to input and paint, then continues. Faster than a timer, which waits 4 ms at least. */
function yieldToBrowser(): Promise<void> {
  // Only newer browsers have it.
  if (globalThis.scheduler?.yield) return globalThis.scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
