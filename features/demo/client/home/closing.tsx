import { AppLink } from '#client/components/app-link.tsx';

export function Closing() {
  return (
    <section className="page pb-12 md:pb-28" aria-labelledby="closing">
      <div className="closing">
        <h2 id="closing" className="text-title">
          Make it yours
        </h2>
        <p className="max-w-[34rem] text-lg">
          Name and colours are in one file, your product in a folder of its own. SQLite to begin
          with, PostgreSQL and S3 when you grow. MIT licence.
        </p>
        <AppLink to="/about" className="button button-large closing-button mt-3">
          See how it is built
        </AppLink>
      </div>
    </section>
  );
}
