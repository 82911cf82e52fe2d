import type { ReactNode } from 'react';
import { useSession } from '#client/session/session.ts';

/**
 * Renders the buttons of a visitor, or those of a signed-in person in the same place. The place is high enough for both,
 * so that nothing moves when the session is known.
 */
export function HeroButtons({ visitor, signedIn }: { visitor: ReactNode; signedIn: ReactNode }) {
  const isSignedIn = useSession().kind === 'signed-in';
  return (
    <div className="hero-buttons">
      <div className={isSignedIn ? 'invisible' : undefined}>{visitor}</div>
      {isSignedIn && <div>{signedIn}</div>}
    </div>
  );
}
