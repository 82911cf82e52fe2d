import { globSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What `probe.mjs` sends. */
type Probe = { loopDelayP99Ms: number; loopBusy: number };

/** Reads the probes of all processes of a server, and restarts their measurement. Returns the highest figures. */
export async function readProbes(folder: string): Promise<Probe | undefined> {
  const probes: Probe[] = [];
  // A killed process leaves its socket behind.
  for (const path of globSync(`${folder}/*.sock`))
    await text(connect(path)).then(
      (json) => probes.push(JSON.parse(json)),
      () => {},
    );
  if (probes.length === 0) return undefined;
  const highest = (figure: keyof Probe) => Math.max(...probes.map((probe) => probe[figure]));
  return { loopDelayP99Ms: highest('loopDelayP99Ms'), loopBusy: highest('loopBusy') };
}
