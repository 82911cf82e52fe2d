/** Returns the current time in the format of the database and the API. */
export function now() {
  const time = Date.now();
  // Requests in the same millisecond share the text, because formatting takes longer than the rest of a look-up.
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}

let last = { time: 0, text: '' };

export const fromNow = (amount: Duration) =>
  new Date(Date.now() + milliseconds(amount)).toISOString();

/** How far the clocks of several processes may differ, or one may be set back to correct it. */
const CLOCK_TOLERANCE_MINUTES = 5;

/** Returns the latest time that `fromNow` can have returned anywhere. A later one is due to a clock that was ahead. */
export const latestFromNow = ({ minutes = 0, ...amount }: Duration) =>
  fromNow({ ...amount, minutes: minutes + CLOCK_TOLERANCE_MINUTES });

type Duration = { days?: number; hours?: number; minutes?: number; seconds?: number };

function milliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration) {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
