import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';
import { SourceLink } from '#client/components/source-link.tsx';
import { useSession } from '#client/session/session.ts';
import { useStartPath } from '#client/shell/navigation.ts';
import { Command } from './command.tsx';
import { FoldedSheet } from './folded-sheet.tsx';
import { TryDemo } from './try-demo.tsx';

export function Hero() {
  return (
    <section className="overflow-x-clip">
      <div className="page pt-9 md:pt-20">
        <Greeting />
        <h1 className="mt-3 max-w-[12ch] text-display lg:max-w-none">{app.tagline}</h1>
        <p className="mt-5 max-w-[38rem] text-lg text-ink-soft md:text-xl md:leading-normal">
          A complete app with accounts, emails, photos and notes that work offline: a website, an
          installable web app and a native app from one TypeScript codebase. Clone it, rename it and
          build your own product on it.
        </p>
        <Command />
        <Buttons />
        <p className="mt-3 flex flex-wrap gap-x-6">
          <SourceLink className="link py-2.5" />
          <AppLink to="/about" className="link py-2.5">
            How it is built
          </AppLink>
        </p>
      </div>
      <FoldedSheet />
    </section>
  );
}

/** Renders one line whether signed in or not, so that nothing moves when the session is known. */
function Greeting() {
  const session = useSession();
  return session.kind === 'signed-in' ? (
    <p className="greeting">{`Welcome back, ${session.user.first_name}`.replace(/, $/, '')}</p>
  ) : (
    <p className="greeting signed-out-only">A finished app to build yours on</p>
  );
}

/**
 * Renders the buttons for a demo server and for any other server; the style sheet shows one set. The buttons for a
 * signed-in user are in the same place, which is high enough for both, so that nothing moves when the session is known.
 */
function Buttons() {
  const isSignedIn = useSession().kind === 'signed-in';
  const startPath = useStartPath();
  const link = (variant: 'primary' | 'secondary', className?: string) => (
    <AppLink to={startPath} className={buttonClass({ variant, size: 'large' }, className)}>
      Open your notes
    </AppLink>
  );
  return (
    <div className="hero-buttons">
      <div className={isSignedIn ? 'invisible' : undefined}>
        <TryDemo />
        {link('secondary', 'only-in-demo')}
        {link('primary', 'not-in-demo')}
      </div>
      {isSignedIn && <div>{link('primary')}</div>}
    </div>
  );
}
