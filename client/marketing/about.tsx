import type { ReactNode } from 'react';
import { app } from '#app';
import { MailLink } from '#client/components/mail-link.tsx';
import { STARTUP_LIMIT_MS } from '#client/constants.ts';
import { FIRST_LOAD_SCRIPT_KB, FIRST_LOAD_STYLE_KB } from './budget.ts';

export default function About() {
  return (
    <div className="page pt-12 pb-20 md:pt-20 md:pb-28">
      <h1 className="text-display">About {app.name}</h1>
      <p className="mt-6 max-w-[40rem] text-lg text-ink-soft md:text-xl md:leading-normal">
        A small notes app, finished down to the last error message, so that the next product does
        not have to begin with sign-up forms.
      </p>
      <Chapter title="Why it exists">
        <p>
          Before a product has a single screen of its own it needs accounts, emails, photos, a
          server and, sooner or later, an app for the phone. Those parts look alike everywhere, and
          they are where the quiet mistakes are made: a link that works twice, a photo that tells
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
          agree on. Your product is a folder of its own beside these three.
        </p>
        <Folders />
        <p>
          The screens are React, styled with Tailwind and built with Vite. The server is Hono on
          Node, with SQLite in a file or PostgreSQL behind the same queries, and photos in a folder
          or any S3-compatible store. Passwords are hashed with argon2id; of a session’s token the
          database keeps only a fingerprint.
        </p>
      </Chapter>
      <Chapter title="What it holds itself to">
        <Promises />
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
    text: 'Screens, the frame around them, and one door each to network and device.',
  },
  { name: 'shared', text: 'The contract: every call, rule, limit and sentence, written once.' },
  {
    name: 'server',
    text: 'By capability: accounts, files, mail. Every call names who may make it.',
  },
];

function Folders() {
  return (
    <ul className="unfolded my-3 text-base">
      {FOLDERS.map(({ name, text }) => (
        <li key={name}>
          <h3 className="font-mono text-sm font-semibold text-accent">{name}/</h3>
          <p className="mt-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Only figures that a test verifies or that the code itself uses. */
const PROMISES = [
  {
    figure: `${FIRST_LOAD_SCRIPT_KB} KB`,
    text: `of script at most on a first visit, and ${FIRST_LOAD_STYLE_KB} KB of styles. A test weighs them.`,
  },
  {
    figure: `${STARTUP_LIMIT_MS / 1000} s`,
    text: 'is the longest the start screen may stand, even when no script ever arrives.',
  },
  { figure: '2', text: 'databases, SQLite and PostgreSQL, and the same tests run on both.' },
  { figure: '0', text: 'findings of the accessibility checker on any screen, light or dark.' },
];

function Promises() {
  return (
    <dl className="promises">
      {PROMISES.map(({ figure, text }) => (
        <div key={figure}>
          <dt className="text-title text-ink">{figure}</dt>
          <dd className="text-base">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
