import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';
import { Logo } from '#client/components/logo.tsx';
import { OfflineMark } from '#client/pwa/notices.tsx';
import { useSession } from '#client/session/session.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { useDestinations } from './navigation.ts';
import { UserMenu } from './user-menu.tsx';

export function Header({ onDebug }: { onDebug: () => void }) {
  const session = useSession();
  const destinations = useDestinations();
  return (
    <header className="header">
      <div className="header-line flex min-h-16 flex-wrap items-center gap-x-1 sm:gap-x-2">
        <div className="header-home">
          <AppLink
            to="/"
            className="inline-flex min-h-11 max-w-full items-center rounded-control px-1.5"
          >
            <Logo />
          </AppLink>
        </div>
        <nav aria-label="Main" className="mr-auto ml-6 hidden gap-1 md:flex">
          {destinations.map(({ label, link }) => (
            <AppLink key={label} {...link} className="nav-link">
              {label}
            </AppLink>
          ))}
        </nav>
        <OfflineMark />
        {/* No wrapper: its width would change with the session, which counts as a layout shift. */}
        {session.kind === 'signed-in' ? (
          <UserMenu user={session.user} onDebug={onDebug} />
        ) : (
          <div className="signed-out-only flex flex-wrap justify-end gap-x-1 sm:gap-x-2">
            <AppLink
              to="/login"
              className={buttonClass({ variant: 'ghost' }, 'header-button max-[13rem]:hidden')}
            >
              Sign In
            </AppLink>
            <AppLink to="/signup" className={buttonClass({}, 'header-button max-[19.9rem]:hidden')}>
              Sign Up
            </AppLink>
          </div>
        )}
        <MobileMenu onDebug={onDebug} />
      </div>
    </header>
  );
}
