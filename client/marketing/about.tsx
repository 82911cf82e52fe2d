import { app } from '#app';
import { MailLink } from '#client/components/mail-link.tsx';

/** Renders the About page of a product that does not have its own yet. */
export default function About() {
  return (
    <div className="page pt-12 pb-20 md:pt-20 md:pb-28">
      <h1 className="text-display">About {app.name}</h1>
      <p className="mt-6 max-w-[40rem] text-lg text-ink-soft md:text-xl md:leading-normal">
        {app.description}
      </p>
      <section className="chapter">
        <h2 className="text-xl font-semibold">Say hello</h2>
        <p className="text-lg text-ink-soft">
          Do you have a question or a suggestion? Write to <MailLink />.
        </p>
      </section>
    </div>
  );
}
