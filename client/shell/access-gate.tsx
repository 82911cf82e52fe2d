import { Fragment, type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import { Loading } from '#client/components/spinner.tsx';
import type { Access, Route } from '#client/routes.tsx';
import {
  confirmSession,
  isAdmin,
  personIn,
  type Session,
  useSession,
} from '#client/session/session.ts';

/** Decides who sees a screen. It spares people dead ends; what protects data is the server. */
export function AccessGate({ route, children }: { route: Route; children: ReactNode }) {
  const session = useSession();
  useEffect(() => {
    if (route.access !== 'anyone') confirmSession();
  }, [route]);
  if (session.kind === 'restoring' && route.prerender === 'shell') return <Loading />;
  const elsewhere = redirectFor(route.access, session);
  if (elsewhere) return <Redirect to={elsewhere} replace />;
  // Another person, perhaps signed in by another tab, begins with a screen of their own.
  return <Fragment key={isPrivate(route) ? personIn(session) : undefined}>{children}</Fragment>;
}

const isPrivate = ({ access }: Route) => access === 'signed-in' || access === 'admin';

function redirectFor(access: Access, session: Session): string | undefined {
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
