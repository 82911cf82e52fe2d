import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useLatePart } from '#client/components/use-late-part.ts';
import type { User } from '#shared/auth.ts';

const loadPopup = () => import('./user-menu-popup.tsx');
const UserMenuPopup = lazy(loadPopup);

/** The button stands at once; the menu behind it is fetched when a pointer or focus comes near. */
export function UserMenu({ user, onDebug }: { user: User; onDebug: () => void }) {
  const menu = useLatePart(loadPopup);
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
        {...menu.near}
        onClick={menu.isOpen ? menu.close : menu.open}
      >
        <span aria-hidden className="avatar">
          {initials(user)}
        </span>
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

export function initials({ first_name, last_name, email }: User) {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || (email[0] ?? '?')).toUpperCase();
}
