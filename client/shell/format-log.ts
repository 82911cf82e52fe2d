import { DATE_LOCALE } from '#shared/constants.ts';

const clock = new Intl.DateTimeFormat(DATE_LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

export const formatTime = (time: Date) => clock.format(time);

export const formatValues = (values: unknown[]) => values.map(formatValue).join(' ');

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return formatError(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // Circular, or not readable.
    return String(value);
  }
}

/** Adds the message if the browser's stack does not start with it. */
function formatError(error: Error) {
  const { stack = '' } = error;
  return stack.includes(error.message) ? stack : `${error}\n${stack}`;
}
