import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { useSession } from '#client/session/session.ts';
import { useStartPath } from '#client/shell/navigation.ts';

/** Presents the app to its two audiences: people who keep notes and developers. */
export function Audiences() {
  const signedIn = useSession().kind === 'signed-in';
  const startPath = useStartPath();
  return (
    <section className="page section" aria-labelledby="audiences">
      <h2 id="audiences" className="max-w-[18ch] text-title">
        A place for notes, a head start for developers
      </h2>
      <div className="mt-10 grid gap-6 lg:grid-cols-2">
        <Side
          title="For people who keep notes"
          text="A title, a few lines, a photo when words are not enough. Nothing to learn."
          points={[
            'Take a photo with the camera or pick one from the gallery.',
            'What you typed is kept when the page reloads or the session ends.',
            'Only you can read your notes: the server checks it with every request.',
            'Where a photo was taken is removed before it is stored.',
          ]}
          link={
            <AppLink to={signedIn ? startPath : '/signup'} className="link inline-block py-2.5">
              {signedIn ? 'Go to your notes' : 'Create an account'}
            </AppLink>
          }
        >
          <PaperNote />
        </Side>
        <Side
          title="For developers who clone the kit"
          text="One command on a fresh clone: no database to set up, no mail account, no keys."
          points={[
            'One contract checks the form in the browser and the request on the server.',
            'SQLite to begin with, PostgreSQL and S3 when you grow: a setting each.',
            'Name, address and colours live in one file.',
            'MIT licence. Rename it and build your own product on it.',
          ]}
          link={
            <AppLink to="/about" className="link inline-block py-2.5">
              See how it is built
            </AppLink>
          }
        >
          <Terminal />
        </Side>
      </div>
    </section>
  );
}

function Side({
  title,
  text,
  points,
  link,
  children,
}: {
  title: string;
  text: string;
  points: string[];
  link: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="card flex flex-col overflow-hidden rounded-panel">
      <div className="side-picture">{children}</div>
      <div className="flex flex-1 flex-col p-6 md:p-8">
        <h3 className="text-xl font-semibold">{title}</h3>
        <p className="mt-2 text-ink-soft">{text}</p>
        <ul className="mt-5 mb-4 grid gap-3">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <Check aria-hidden className="mt-1 size-4.5 flex-none text-accent" />
              {point}
            </li>
          ))}
        </ul>
        <p className="mt-auto">{link}</p>
      </div>
    </div>
  );
}

function PaperNote() {
  return (
    <div className="paper-note" aria-hidden="true">
      <b>Saturday market</b>
      <span>Tomatoes, basil, good bread. Ask the cheese stand about last week’s goat cheese.</span>
      <em>Just now</em>
    </div>
  );
}

/** Shows what `npm start` prints. */
function Terminal() {
  return (
    <pre className="terminal" role="img" aria-label={`npm start starts ${app.name}`}>
      <span className="terminal-prompt">$</span>
      {' npm start\n\n'}
      <b>{app.name} is running at http://localhost:3000</b>
      {'\n\nMailbox:  http://localhost:3000/dev/mailbox'}
      {'\nAPI:      http://localhost:3000/api/docs'}
    </pre>
  );
}
