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
        <div>
          <Introduction />
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
 * Shows the tagline and the buttons. A signed-in user sees a greeting and a link to the notes instead. These need less
 * space, so the invisible tagline and buttons keep theirs: nothing moves when the session is known.
 */
function Introduction() {
  const session = useSession();
  const isSignedIn = session.kind === 'signed-in';
  const Title = isSignedIn ? 'p' : 'h1';
  return (
    <div className="introduction">
      <div className={isSignedIn ? 'invisible' : undefined}>
        <p className="font-semibold text-accent signed-out-only">
          A finished app to build yours on
        </p>
        <Title className="mt-3 text-display min-[75rem]:text-[3.5rem]">{app.tagline}</Title>
        <Description className="mt-5" />
        <VisitorButtons />
      </div>
      {isSignedIn && (
        <div>
          <h1 className="truncate text-title">
            {`Welcome back, ${session.user.first_name}`.replace(/, $/, '')}
          </h1>
          <OpenNotes variant="primary" className="mt-4" />
          <p className="mt-5 text-xl font-semibold">{app.tagline}</p>
          <Description className="mt-2" />
        </div>
      )}
    </div>
  );
}

const Description = ({ className }: { className: string }) => (
  <p className={`max-w-[38rem] text-lg text-ink-soft ${className}`}>
    A complete app with accounts, emails, photos and notes that work offline: a website, an
    installable web app and a native app from one TypeScript codebase. Clone it, rename it and build
    your own product on it.
  </p>
);

/** Renders the buttons for a demo server and for any other server; the style sheet shows one set. */
function VisitorButtons() {
  return (
    <div className="hero-buttons">
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
