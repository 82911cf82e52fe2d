/** Tells whether a text is a day of the calendar: 30 February is none. The fields of browsers begin with the year 1. */
export function isDay(text: string) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || text.startsWith('0000')) return false;
  return date.toISOString().slice(0, 10) === text;
}
