import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { buttonClass } from '#client/components/button.tsx';
import { useSession } from '#client/session/session.ts';
import { useStartPath } from '#client/shell/navigation.ts';
import { FoldedSheet } from './folded-sheet.tsx';

export function Hero() {
  return (
    <section className="overflow-x-clip">
      <div className="page pt-12 md:pt-20">
        <Greeting />
        <h1 className="mt-3 max-w-[12ch] text-display lg:max-w-none">{app.tagline}</h1>
        <p className="mt-6 max-w-[34rem] text-lg text-ink-soft md:text-xl md:leading-normal">
          Write a note, add a photo, find it again on every screen you own. {app.name} is a website,
          an installable web app and a native app for iOS and Android, made from the same source.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <AppLink to={useStartPath()} className={buttonClass({ size: 'large' })}>
            Open your notes
          </AppLink>
          <AppLink to="/about" className={buttonClass({ variant: 'secondary', size: 'large' })}>
            How it is built
          </AppLink>
        </div>
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
    <p className="greeting signed-out-only">A notes app, and the kit it is made with</p>
  );
}
