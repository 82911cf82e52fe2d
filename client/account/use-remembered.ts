import { useEffect, useState } from 'react';
import { loadRemembered, type Remembered } from '#client/session/remembered-credentials.ts';

/** Returns the remembered credentials, unless they belong to another address than the given one. */
export function useRemembered(email: string): Remembered | undefined {
  const [remembered, setRemembered] = useState<Remembered>();
  useEffect(() => {
    loadRemembered().then(setRemembered);
  }, []);
  return email && email !== remembered?.email ? undefined : remembered;
}
