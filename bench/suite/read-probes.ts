import { globSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What `probe.mjs` sends. */
type Probe = { delayP99Ms: number; delayMaxMs: number; busy: number };

/** Reads the probes of all processes of a server, and restarts their measurement. Returns the highest figures. */
export async function readProbes(folder: string): Promise<Probe | undefined> {
  const probes: Probe[] = [];
  // A killed process leaves its socket behind.
  for (const path of globSync(`${folder}/*.sock`))
    await text(connect(path)).then(
      (json) => probes.push(JSON.parse(json)),
      () => {},
    );
  const highest = (figure: keyof Probe) => Math.max(...probes.map((probe) => probe[figure]));
  if (probes.length === 0) return undefined;
  return {
    delayP99Ms: highest('delayP99Ms'),
    delayMaxMs: highest('delayMaxMs'),
    busy: highest('busy'),
  };
}
