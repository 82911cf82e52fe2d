import { setTimeout as pause } from 'node:timers/promises';
import { watchStolenTime } from './machine.ts';

/** Runs a measurement. Repeats it if neighbours of the virtual machine took too much processor time. */
export type RunUndisturbed = <T>(measure: () => Promise<T>) => Promise<T>;

/** Measurements are repeated if neighbours had a larger share of processor time. */
const MAX_STOLEN_SHARE = 0.1;
const PAUSE_MS = 10_000;

/** Creates a RunUndisturbed that repeats at most `maxRepeats` times in the whole run, and reports what it did. */
export function repeatDisturbed(maxRepeats: number) {
  let repeats = 0;
  let highestShare: number | undefined;

  const run: RunUndisturbed = async (measure) => {
    while (true) {
      const stolenShare = watchStolenTime();
      const [outcome] = await Promise.allSettled([measure()]);
      const share = stolenShare();
      if (share === undefined || share <= MAX_STOLEN_SHARE || repeats >= maxRepeats) {
        if (share !== undefined) highestShare = Math.max(highestShare ?? 0, share);
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      }
      repeats++;
      await pause(PAUSE_MS);
    }
  };

  const remark = () =>
    highestShare === undefined
      ? 'How much processor time neighbours of the machine took is not known on this system.'
      : `Neighbours of the machine took at most ${percent(highestShare)} of its processor time during a measurement. ${repeats} measurements were repeated because it was more than ${percent(MAX_STOLEN_SHARE)}.`;

  return { run, remark };
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
