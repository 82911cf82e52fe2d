import { DATE_LOCALE } from './constants.ts';

const whole = new Intl.NumberFormat(DATE_LOCALE, { maximumFractionDigits: 0 });

/** Formats a number that people read, without decimals: "1,234". */
export const formatNumber = (number: number) => whole.format(number);
