import { useSyncExternalStore } from 'react';
import { DATE_LOCALE } from '#shared/constants.ts';

const day = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const dateTime = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const month = new Intl.DateTimeFormat(DATE_LOCALE, { month: 'long', year: 'numeric' });

export const formatDay = (iso: string) => day.format(new Date(iso));

/** Formats a UTC day ("2026-11-17"). In a device's time zone it could be another day. */
export const formatUtcDay = (date: string) => utcDay.format(new Date(date));

export const formatDateTime = (iso: string) => dateTime.format(new Date(iso));

export const formatMonth = (iso: string) => month.format(new Date(iso));

/** Returns when the current day begins on this device, in milliseconds, and updates at midnight. */
export const useStartOfToday = () =>
  useSyncExternalStore(subscribe, () => new Date().setHours(0, 0, 0, 0));

function subscribe(update: () => void) {
  let timer = setTimeout(atMidnight, msToMidnight());
  function atMidnight() {
    update();
    timer = setTimeout(atMidnight, msToMidnight());
  }
  // Timers do not run while a device sleeps.
  document.addEventListener('visibilitychange', update);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', update);
  };
}

const msToMidnight = () => new Date().setHours(24, 0, 0, 0) - Date.now();
