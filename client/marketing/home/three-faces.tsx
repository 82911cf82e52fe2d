import { AppWindow, Globe, Smartphone } from 'lucide-react';

const FACES = [
  {
    icon: Globe,
    title: 'Website',
    text: 'Pages arrive as finished HTML and can be read before a script has run. Light and dark follow the device.',
  },
  {
    icon: AppWindow,
    title: 'Installable web app',
    text: 'From the browser onto the home screen or into the dock. It opens in a window of its own.',
  },
  {
    icon: Smartphone,
    title: 'Native app',
    text: 'The same screens in a shell for iOS and Android, with the device’s camera, splash screen, keyboard and safe areas.',
  },
];

/** Presents the three platforms as the panels of one sheet. */
export function ThreeFaces() {
  return (
    <section className="page section" aria-labelledby="faces">
      <h2 id="faces" className="text-title">
        Unfold it
      </h2>
      <p className="mt-3 max-w-[38rem] text-lg text-ink-soft">
        Three faces of one sheet. A change made once is a change everywhere.
      </p>
      <ul className="unfolded mt-10">
        {FACES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden className="size-7 text-accent" strokeWidth={1.6} />
            <h3 className="mt-5 text-lg font-semibold">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
