import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { useLazyPopup } from '#client/hooks/use-lazy-popup.ts';
import type { User } from '#shared/auth.ts';

const loadPopup = () => import('./user-menu-popup.tsx');
const UserMenuPopup = lazy(loadPopup);

/** Renders the button at once; the code of its menu is loaded on hover, focus or press. */
export function UserMenu({ user, onDebug }: { user: User; onDebug: () => void }) {
  const menu = useLazyPopup(loadPopup);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-label="User menu"
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        {...menu.prefetchOnIntent}
        onClick={menu.isOpen ? menu.close : menu.open}
      >
        <Avatar user={user} />
        <ChevronDown aria-hidden className="size-4 text-ink-faint max-sm:hidden" />
      </button>
      {menu.wasOpened && (
        <Suspense>
          <UserMenuPopup
            open={menu.isOpen}
            onClose={menu.close}
            anchor={button}
            user={user}
            onDebug={onDebug}
          />
        </Suspense>
      )}
    </>
  );
}
