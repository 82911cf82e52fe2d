import { DATE_LOCALE } from './constants.ts';

const whole = new Intl.NumberFormat(DATE_LOCALE, { maximumFractionDigits: 0 });
/** A double holds fifteen digits. */
const exact = new Intl.NumberFormat(DATE_LOCALE, { maximumSignificantDigits: 15 });

/** Formats a number that people read, without decimals: "1,234". */
export const formatNumber = (number: number) => whole.format(number);

/** Formats a number with its decimals: "1,234.5". */
export const formatDecimal = (number: number) => exact.format(number);
