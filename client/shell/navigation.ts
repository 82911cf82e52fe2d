import { House, Info, type LucideIcon, Mail } from 'lucide-react';
import { useSession } from '#client/session/session.ts';
import { features } from '#features/client.ts';
import type { PlainPath } from '#shared/paths.ts';

type Destination = {
  label: string;
  icon: LucideIcon;
  /** The properties of its link. */
  link: { to: PlainPath; 'aria-current'?: undefined };
};

/** Returns the entries of every menu. */
export function useDestinations(): Destination[] {
  const isSignedOut = useSession().kind === 'signed-out';
  return [
    { label: 'Home', icon: House, link: { to: '/' } },
    ...features.map(({ navigation: { label, icon, path } }) => ({
      label,
      icon,
      // On the sign-in screen, "Sign In" is the current entry.
      link: isSignedOut ? { to: '/login' as const, 'aria-current': undefined } : { to: path },
    })),
    { label: 'About', icon: Info, link: { to: '/about' } },
    { label: 'Contact', icon: Mail, link: { to: '/help' } },
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
