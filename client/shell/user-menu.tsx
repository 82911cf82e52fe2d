import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { lazyPart, useLazyPopup } from '#client/hooks/lazy-part.ts';
import type { User } from '#shared/auth.ts';

const userMenuPopup = lazyPart(() => import('./user-menu-popup.tsx'));

/** Renders the button at once; the code of its menu is loaded on hover, focus or press. */
export function UserMenu({ user, onDebug }: { user: User; onDebug: () => void }) {
  const menu = useLazyPopup(userMenuPopup);
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
      {menu.Popup && (
        <menu.Popup
          open={menu.isOpen}
          onClose={menu.close}
          anchor={button}
          user={user}
          onDebug={onDebug}
        />
      )}
    </>
  );
}
