import { useSyncExternalStore } from 'react';
import { calendarDay } from './dates.ts';

/** The day it is; a page that stays open sees the next one begin. */
export const useToday = () => useSyncExternalStore(subscribe, () => calendarDay(new Date()));

function subscribe(look: () => void) {
  let timer = setTimeout(midnight, msToMidnight());
  function midnight() {
    look();
    timer = setTimeout(midnight, msToMidnight());
  }
  // A device that sleeps holds its timers back.
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const msToMidnight = () => new Date().setHours(24, 0, 0, 0) - Date.now();
