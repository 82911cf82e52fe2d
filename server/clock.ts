/** Returns the current time in the format of the database and the API. */
export const now = () => new Date().toISOString();

export const fromNow = (amount: {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}) => new Date(Date.now() + milliseconds(amount)).toISOString();

function milliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
