import type { ReactNode } from 'react';
import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { MailLink } from '#client/components/mail-link.tsx';
import { STARTUP_LIMIT_MS } from '#client/constants.ts';
import { FIRST_LOAD_SCRIPT_KB, FIRST_LOAD_STYLE_KB } from '#client/marketing/budget.ts';
import { useStartPath } from '#client/shell/navigation.ts';

export default function About() {
  const demo = useStartPath();
  return (
    <div className="page pt-12 pb-20 md:pt-20 md:pb-28">
      <h1 className="text-display">About {app.name}</h1>
      <p className="mt-6 max-w-[40rem] text-lg text-ink-soft md:text-xl md:leading-normal">
        A small notes app, finished down to the last error message, so that your next product does
        not have to start with sign-up forms.
      </p>
      <Chapter title="Why it exists">
        <p>
          Before a product has a single screen of its own, it needs accounts, emails, photos, a
          server and, sooner or later, an app for the phone. Those parts look alike everywhere, and
          they are where the quiet mistakes happen: a link that works twice, a photo that reveals
          where it was taken, a draft lost with the connection.
        </p>
        <p>
          {app.name} is those parts, done once and in the open. The notes are the demo: real enough
          to exercise everything, small enough to be replaced by whatever you have in mind.
        </p>
      </Chapter>
      <Chapter title="How it is built">
        <p>
          One TypeScript codebase. Client and server never import each other; both import what they
          agree on. Your product gets a folder of its own beside these three.
        </p>
        <ul className="unfolded my-3 text-base">
          {FOLDERS.map(({ name, text }) => (
            <li key={name}>
              <h3 className="font-mono text-sm font-semibold text-accent">{name}/</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
        <p>
          The screens are React, styled with Tailwind and built with Vite. The server runs on Node,
          with SQLite in a file or PostgreSQL behind the same queries, and photos in a folder or any
          S3-compatible store. Passwords are hashed with argon2id, and the database stores only a
          hash of each session token.
        </p>
      </Chapter>
      <Chapter title="What it holds itself to">
        <dl className="promises">
          {PROMISES.map(({ figure, text }) => (
            <div key={figure}>
              <dt className="text-title text-ink">{figure}</dt>
              <dd className="text-base">{text}</dd>
            </div>
          ))}
        </dl>
      </Chapter>
      <Chapter title="May I build my own product on it?">
        <p>
          Yes, that is what it is for. The kit is available under the MIT licence. You can see{' '}
          <AppLink to={demo} className="link">
            the demo
          </AppLink>{' '}
          at work first.
        </p>
      </Chapter>
      <Chapter title="Say hello">
        <p>
          Found a mistake, or built something with it? Write to <MailLink />.
        </p>
      </Chapter>
    </div>
  );
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="chapter">
      <h2 className="text-xl font-semibold">{title}</h2>
      <div className="grid grid-cols-1 gap-5 text-lg text-ink-soft">{children}</div>
    </section>
  );
}

const FOLDERS = [
  {
    name: 'client',
    text: 'The screens, the frame around them, and one module each for network and device.',
  },
  { name: 'shared', text: 'The contract: every call, rule, limit and message, written once.' },
  {
    name: 'server',
    text: 'One folder per capability: accounts, files, email. Every call states who may make it.',
  },
];

/** Only figures that a test verifies or that the code itself uses. */
const PROMISES = [
  {
    figure: `${FIRST_LOAD_SCRIPT_KB} KB`,
    text: `of script at most on a first visit, and ${FIRST_LOAD_STYLE_KB} KB of styles. A test measures both.`,
  },
  {
    figure: `${STARTUP_LIMIT_MS / 1000} s`,
    text: 'is the longest the start screen may stay, even if no script ever arrives.',
  },
  { figure: '2', text: 'databases, SQLite and PostgreSQL, with the same tests for both.' },
  {
    figure: '0',
    text: 'problems found by the accessibility checker on any screen, light or dark.',
  },
];
