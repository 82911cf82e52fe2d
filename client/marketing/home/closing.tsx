import { AppLink } from '#client/components/app-link.tsx';
import { useStartPath } from '#client/shell/navigation.ts';

export function Closing() {
  return (
    <section className="page pb-20 md:pb-28" aria-labelledby="closing">
      <div className="closing">
        <h2 id="closing" className="text-title">
          Write the first line
        </h2>
        <p className="max-w-[30rem] text-lg">
          An account takes a name, an email address and a password. Your notes take it from there.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <AppLink to={useStartPath()} className="button button-large closing-button">
            Start writing
          </AppLink>
          <AppLink to="/help" className="button button-large closing-link">
            Ask a question
          </AppLink>
        </div>
      </div>
    </section>
  );
}
