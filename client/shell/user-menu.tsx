import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { toast } from '#client/components/toast.ts';
import { toasts } from '#client/messages.ts';
import type { User } from '#shared/auth.ts';

const loadPopup = () => import('./user-menu-popup.tsx');
const UserMenuPopup = lazy(loadPopup);
const prefetchPopup = () => void loadPopup().catch(() => {});

type State = 'untouched' | 'open' | 'closed';

/** The button stands at once; the menu behind it is fetched when a pointer or focus comes near. */
export function UserMenu({ user, onDebug }: { user: User; onDebug: () => void }) {
  const [state, setState] = useState<State>('untouched');
  const button = useRef<HTMLButtonElement>(null);
  const open = state === 'open';

  function toggle() {
    if (open) return setState('closed');
    loadPopup().then(
      () => setState('open'),
      () => toast(toasts.offline),
    );
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-label="User menu"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prefetchPopup}
        onFocus={prefetchPopup}
        onClick={toggle}
      >
        <span aria-hidden className="avatar">
          {initials(user)}
        </span>
        <ChevronDown aria-hidden className="size-4 text-ink-faint max-sm:hidden" />
      </button>
      {state !== 'untouched' && (
        <Suspense>
          <UserMenuPopup
            open={open}
            onClose={() => setState('closed')}
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
