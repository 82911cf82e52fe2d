import { useRef } from 'react';

/** The last value that was one: what a dialog goes on showing while it fades away. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
