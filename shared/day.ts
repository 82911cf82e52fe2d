/** Tells whether a text is a calendar date, which 30 February is not. Date fields of browsers begin with the year 1. */
export function isDay(text: string) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || text.startsWith('0000')) return false;
  return date.toISOString().slice(0, 10) === text;
}
