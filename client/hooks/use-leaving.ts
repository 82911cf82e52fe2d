import { useEffect, useState } from 'react';
import { leavingMs } from '#client/page/motion.ts';

/**
 * Returns the value, and once that is undefined the last one for as long as it disappears. Render it with
 * `data-closed={isLeaving || undefined}`, which plays the motion and tells that it is no longer open.
 */
export function useLeaving<Value>(value: Value | undefined) {
  const [shown, setShown] = useState(() => value);
  if (value !== undefined && value !== shown) setShown(() => value);
  const isLeaving = value === undefined && shown !== undefined;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(setShown, leavingMs(), undefined);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return { shown: value ?? shown, isLeaving };
}
