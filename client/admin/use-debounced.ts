import { useEffect, useState } from 'react';
import { PEOPLE_SEARCH_DELAY_MS } from '#client/constants.ts';

/** Returns a value after it has stayed the same for a moment, so that not every key press is a request. */
export function useDebounced(value: string) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, PEOPLE_SEARCH_DELAY_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
