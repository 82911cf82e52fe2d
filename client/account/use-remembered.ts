import { useEffect, useState } from 'react';
import { loadRemembered, type Remembered } from '#client/session/remembered-credentials.ts';

/** What this device remembers, unless it belongs to somebody else than the address already given. */
export function useRemembered(email: string): Remembered | undefined {
  const [remembered, setRemembered] = useState<Remembered>();
  useEffect(() => {
    loadRemembered().then(setRemembered);
  }, []);
  return email && email !== remembered?.email ? undefined : remembered;
}
