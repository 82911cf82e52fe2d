import { AppWindow, Globe, Smartphone } from 'lucide-react';

const FACES = [
  {
    icon: Globe,
    title: 'Website',
    text: 'Pages arrive as finished HTML, readable before any script has run.',
  },
  {
    icon: AppWindow,
    title: 'Installable web app',
    text: 'On the home screen or in the dock, in a window of its own, online or offline.',
  },
  {
    icon: Smartphone,
    title: 'Native app',
    text: 'The same screens on iOS and Android, with the phone’s own camera.',
  },
];

/** Shows the three platforms as panels of one sheet. */
export function ThreeFaces() {
  return (
    <section className="page section" aria-labelledby="faces">
      <h2 id="faces" className="text-title">
        Unfold it
      </h2>
      <p className="mt-3 max-w-[38rem] text-lg text-ink-soft">
        Change it once, and it changes everywhere.
      </p>
      <ul className="unfolded mt-6 md:mt-10">
        {FACES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="face">
            <Icon aria-hidden className="size-7 text-accent" strokeWidth={1.6} />
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="text-ink-soft max-md:text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
