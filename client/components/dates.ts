import { DATE_LOCALE } from '#shared/constants.ts';

const day = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

export const formatDay = (iso: string) => day.format(new Date(iso));

export const formatMoment = (iso: string) => moment.format(new Date(iso));

/** By the viewer's own calendar. */
export const calendarDay = (date: Date) => date.toDateString();
