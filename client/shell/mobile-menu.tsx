import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import { InstallOffer } from '#client/pwa/install-offer.tsx';
import { useSession } from '#client/session/session.ts';
import { useDestinations } from './navigation.ts';

const accountEntries = lazyPart(() => import('./account-entries.tsx'));

/** Renders the menu on narrow screens: a <dialog>, which handles focus, Escape and the inert page itself. */
export function MobileMenu({ onDebug }: { onDebug: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const session = useSession();
  const destinations = useDestinations();
  const [path] = useLocation();
  const openedAt = useRef(path);
  const [wasOpened, setOpened] = useState(false);
  const isSignedIn = session.kind === 'signed-in';
  const AccountEntries = useLazyPart(accountEntries, wasOpened && isSignedIn);
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
        {...(isSignedIn && accountEntries.prefetchOnIntent)}
        onClick={() => {
          openedAt.current = path;
          setOpened(true);
          dialog.current?.showModal();
        }}
      >
        <MenuIcon aria-hidden className="size-5.5" />
      </button>
      <dialog ref={dialog} className="sheet" aria-label="Menu" closedby="any">
        <button
          type="button"
          className="icon-button sheet-close"
          aria-label="Close"
          onClick={close}
        >
          <X aria-hidden className="size-5.5" />
        </button>
        <nav aria-label="Menu">
          {destinations.map(({ label, link, icon: Icon }) => (
            <AppLink key={label} {...link} className="sheet-link" onClick={close}>
              <Icon aria-hidden />
              {label}
            </AppLink>
          ))}
        </nav>
        <div className="mt-2 grid px-3 empty:hidden">
          <InstallOffer />
        </div>
        {isSignedIn && AccountEntries && (
          <AccountEntries user={session.user} onClose={close} onDebug={onDebug} />
        )}
        {!isSignedIn && (
          <div className="sheet-account gap-3">
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
