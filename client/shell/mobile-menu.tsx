import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';
import { InstallOffer } from '#client/pwa/install-offer.tsx';
import { useSession } from '#client/session/session.ts';
import { useDestinations } from './navigation.ts';

/** Renders the menu on narrow screens: a <dialog>, which handles focus, Escape and the inert page itself. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const session = useSession();
  const destinations = useDestinations();
  const [path] = useLocation();
  const openedAt = useRef(path);
  const close = () => dialog.current?.close();

  // Every navigation closes the menu.
  useEffect(() => {
    if (path !== openedAt.current) dialog.current?.close();
  }, [path]);

  // A rotated phone may show the whole header: the hidden modal menu would still block the page.
  useEffect(() => {
    const wide = matchMedia('(min-width: 48rem)');
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  });

  return (
    <div className="md:hidden">
      <button
        type="button"
        className="icon-button -mr-2"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => {
          openedAt.current = path;
          dialog.current?.showModal();
        }}
      >
        <MenuIcon aria-hidden className="size-5.5" />
      </button>
      <dialog ref={dialog} className="sheet" aria-label="Menu" closedby="any">
        <div className="flex h-16 items-center justify-end px-5">
          <button type="button" className="icon-button -mr-2" aria-label="Close" onClick={close}>
            <X aria-hidden className="size-5.5" />
          </button>
        </div>
        <nav aria-label="Menu" className="grid gap-1 px-3">
          {destinations.map(({ label, to, icon: Icon }) => (
            <AppLink key={label} to={to} className="sheet-link" onClick={close}>
              <Icon aria-hidden className="size-5 text-ink-faint" />
              {label}
            </AppLink>
          ))}
        </nav>
        <div className="mt-6 grid px-5 empty:hidden">
          <InstallOffer />
        </div>
        {session.kind !== 'signed-in' && (
          <div className="mt-6 grid gap-3 px-5 pb-5">
            <AppLink to="/signup" className={buttonClass()} onClick={close}>
              Sign Up
            </AppLink>
            <AppLink to="/login" className={buttonClass({ variant: 'secondary' })} onClick={close}>
              Sign In
            </AppLink>
          </div>
        )}
      </dialog>
    </div>
  );
}
