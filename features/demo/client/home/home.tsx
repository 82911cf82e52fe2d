import { AppWindow, Globe, Smartphone } from 'lucide-react';
import { AppLink } from '#client/components/app-link.tsx';
import { Capabilities } from './capabilities.tsx';
import { Hero } from './hero.tsx';

export default function Home() {
  return (
    <>
      <Hero />
      <Capabilities />
      <ThreeFaces />
      <Closing />
    </>
  );
}

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
function ThreeFaces() {
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

function Closing() {
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
