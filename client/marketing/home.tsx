import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';
import { useSession } from '#client/session/session.ts';
import { START_PATH } from '#client/shell/navigation.ts';

/** Renders the home page of a product that does not have its own yet. */
export default function Home() {
  const session = useSession();
  const isSignedIn = session.kind === 'signed-in';
  return (
    <section className="page pt-12 pb-20 md:pt-20 md:pb-28">
      {/* One line, whether signed in or not, so that nothing moves when the session is known. */}
      {session.kind === 'signed-in' ? (
        <p className="greeting">{`Welcome back, ${session.user.first_name}`.replace(/, $/, '')}</p>
      ) : (
        <p className="greeting signed-out-only">{app.name}</p>
      )}
      <h1 className="mt-3 text-display">{app.tagline}</h1>
      <p className="mt-6 max-w-[40rem] text-lg text-ink-soft md:text-xl md:leading-normal">
        {app.description}
      </p>
      {/* High enough for the buttons of visitors and of signed-in users. */}
      <div className="hero-buttons">
        <div className={isSignedIn ? 'invisible' : undefined}>
          <AppLink to="/signup" className={buttonClass({ size: 'large' }, 'signed-out-only')}>
            Sign Up
          </AppLink>
          <AppLink
            to="/login"
            className={buttonClass({ variant: 'secondary', size: 'large' }, 'signed-out-only')}
          >
            Sign In
          </AppLink>
        </div>
        {isSignedIn && (
          <div>
            <AppLink to={START_PATH} className={buttonClass({ size: 'large' })}>
              Open {app.name}
            </AppLink>
          </div>
        )}
      </div>
    </section>
  );
}
