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
      <div className="page hero">
        <div className="hero-text">
          <Welcome />
          <h1 className="mt-3 text-display min-[75rem]:text-[3.5rem]">{app.tagline}</h1>
          <p className="mt-5 max-w-[38rem] text-lg text-ink-soft">
            A complete app with accounts, emails, photos and notes that work offline: a website, an
            installable web app and a native app from one TypeScript codebase. Clone it, rename it
            and build your own product on it.
          </p>
          <VisitorButtons />
          <Command />
          <p className="mt-3 flex flex-wrap gap-x-6">
            <SourceLink className="link py-2.5" />
            <AppLink to="/about" className="link py-2.5">
              How it is built
            </AppLink>
          </p>
        </div>
        <FoldedSheet />
      </div>
    </section>
  );
}

/**
 * Greets a signed-in user and leads to the notes. Until the session is known the style sheet reserves the space, so that
 * nothing moves.
 */
function Welcome() {
  const session = useSession();
  return (
    <div className="welcome">
      {session.kind === 'signed-in' ? (
        <>
          <p className="greeting">
            {`Welcome back, ${session.user.first_name}`.replace(/, $/, '')}
          </p>
          <OpenNotes variant="primary" className="mt-4" />
        </>
      ) : (
        <p className="greeting signed-out-only">A finished app to build yours on</p>
      )}
    </div>
  );
}

/** Renders the buttons for a demo server and for any other server; the style sheet shows one set. */
function VisitorButtons() {
  return (
    <div className="hero-buttons visitor-buttons">
      <div>
        <TryDemo />
        <OpenNotes variant="secondary" className="only-in-demo" />
        <OpenNotes variant="primary" className="not-in-demo" />
      </div>
    </div>
  );
}

function OpenNotes({
  variant,
  className,
}: {
  variant: 'primary' | 'secondary';
  className: string;
}) {
  return (
    <AppLink to={useStartPath()} className={buttonClass({ variant, size: 'large' }, className)}>
      Open your notes
    </AppLink>
  );
}
