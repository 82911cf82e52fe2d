import { useEffect, useState } from 'react';
import { leavingMs } from '#client/page/motion.ts';
import { useLastDefined } from './use-last-defined.ts';

/**
 * Returns a value, and after it became undefined the last one until its closing animation has ended. Render it with
 * `data-closed={isLeaving || undefined}`, which starts the animation and marks it as no longer open.
 */
export function useLeaving<Value>(value: Value | undefined) {
  const last = useLastDefined(value);
  const [isGone, setGone] = useState(value === undefined);
  if (value !== undefined && isGone) setGone(false);
  const isLeaving = value === undefined && !isGone;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(setGone, leavingMs(), true);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return { shown: value ?? (isLeaving ? last : undefined), isLeaving };
}
