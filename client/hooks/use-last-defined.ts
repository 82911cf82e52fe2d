import { useRef } from 'react';

/** Returns the last value that was not undefined: what a dialog still shows while it fades out. */
export function useLastDefined<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
