import { House, Info, type LucideIcon, Mail } from 'lucide-react';
import { useSession } from '#client/session/session.ts';
import { features } from '#features/client.ts';
import type { PlainPath } from '#shared/paths.ts';

export type Destination = { label: string; to: PlainPath; icon: LucideIcon };

/** Returns the entries of every menu. */
export function useDestinations(): Destination[] {
  const isSignedOut = useSession().kind === 'signed-out';
  return [
    { label: 'Home', to: '/', icon: House },
    ...features.map(({ navigation: { label, icon, path } }) => ({
      label,
      icon,
      to: isSignedOut ? '/login' : path,
    })),
    { label: 'About', to: '/about', icon: Info },
    { label: 'Contact', to: '/help', icon: Mail },
  ];
}

/** The screen that the product opens with: the first feature's screen. */
export const START_PATH: PlainPath = features[0]?.navigation.path ?? '/profile';

/**
 * Returns the target of the buttons that open the product. In prerendered HTML the session is not known yet; the
 * target's access gate then redirects.
 */
export function useStartPath(): PlainPath {
  const isSignedOut = useSession().kind === 'signed-out';
  return isSignedOut ? '/login' : START_PATH;
}
