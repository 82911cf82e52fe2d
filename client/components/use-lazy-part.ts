import { useEffect, useEffectEvent, useState } from 'react';
import { commonToasts } from './messages.ts';
import { toast } from './toast.ts';

/**
 * Returns a part of a screen whose code is loaded when it is first needed; undefined until then. If that fails, the
 * person is told, the screen stays, and `onMissing` is called: React.lazy would replace the screen with an error, and
 * never try again.
 */
export function useLazyPart<Part>(
  load: () => Promise<{ default: Part }>,
  isNeeded: boolean,
  onMissing?: () => void,
): Part | undefined {
  const [loaded, setLoaded] = useState<{ default: Part }>();
  const reportMissing = useEffectEvent(() => {
    toast(commonToasts.codeMissing);
    onMissing?.();
  });
  useEffect(() => {
    if (isNeeded && !loaded) load().then(setLoaded, () => reportMissing());
  }, [load, isNeeded, loaded]);
  return loaded?.default;
}
