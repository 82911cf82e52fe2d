import { AppLink } from '#client/components/app-link.tsx';
import { useDestinations } from './navigation.ts';

/** Renders the menu at the bottom of the screen, on phones. */
export function BottomNavigation() {
  return (
    <nav aria-label="Bottom" className="bottom-navigation">
      {useDestinations().map(({ label, link, icon: Icon }) => (
        <AppLink key={label} {...link} className="bottom-link">
          <Icon aria-hidden className="size-5.5" />
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
