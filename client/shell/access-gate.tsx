import { Fragment, type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import {
  confirmSession,
  emailOf,
  isAdmin,
  type Session,
  useSession,
} from '#client/session/session.ts';
import type { PlainPath } from '#shared/paths.ts';
import { Loading } from './loading.tsx';
import type { Access, Route } from './route.ts';
import { useScreenState } from './shown-address.tsx';

/** Redirects users who may not see a screen. It is a convenience: the server protects the data. */
export function AccessGate({ route, children }: { route: Route; children: ReactNode }) {
  const session = useSession();
  const isLeaving = useScreenState() === 'leaving';
  useEffect(() => {
    if (route.access !== 'anyone') confirmSession();
    if (isPrivate(route)) return syncWhileOpen();
  }, [route]);
  if (session.kind === 'restoring' && route.prerender === 'shell') return <Loading />;
  const redirectTo = redirectFor(route.access, session);
  // Another screen is about to open, so there is nothing to redirect.
  if (redirectTo && isLeaving) return isPrivate(route) ? null : children;
  if (redirectTo) return <Redirect to={redirectTo} replace />;
  // Another user, perhaps signed in by another tab, starts with a fresh screen.
  return <Fragment key={isPrivate(route) ? emailOf(session) : undefined}>{children}</Fragment>;
}

const isPrivate = ({ access }: Route) => access === 'signed-in' || access === 'admin';

/** Syncs the user's data while a screen that needs a session is open. Returns a function that stops syncing. */
function syncWhileOpen() {
  // A failure is ignored here: a screen that shows synced data imports the same code and reports it.
  const loading = import('#client/sync/current-sync.ts').catch(() => undefined);
  void loading.then((sync) => sync?.startSync());
  return () => void loading.then((sync) => sync?.pauseSync());
}

function redirectFor(access: Access, session: Session): PlainPath | undefined {
  const signedIn = session.kind === 'signed-in';
  switch (access) {
    case 'anyone':
      return undefined;
    case 'signed-out':
      return signedIn ? '/' : undefined;
    case 'signed-in':
      return signedIn ? undefined : '/login';
    case 'admin':
      if (!signedIn) return '/login';
      return isAdmin(session) ? undefined : '/';
  }
}
