/** Returns the current time in the format of the database and the API. */
export function now() {
  const time = Date.now();
  // Several requests of the same millisecond share the text, which takes longer than the rest of a look-up.
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}

let last = { time: 0, text: '' };

export const fromNow = (amount: {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}) => new Date(Date.now() + milliseconds(amount)).toISOString();

function milliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
