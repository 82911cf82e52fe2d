import type { ReactNode } from 'react';
import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { MailLink } from '#client/components/mail-link.tsx';
import {
  CONFIRMATION_LIFETIME_HOURS,
  PHOTO_MAX_BYTES,
  RECOVERY_LIFETIME_HOURS,
} from '#shared/constants.ts';

export default function Help() {
  return (
    <div className="page grid grid-cols-1 gap-x-16 pt-12 pb-20 md:pt-20 md:pb-28 lg:grid-cols-[1fr_1.35fr]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <h1 className="text-display">Contact</h1>
        <p className="mt-6 max-w-[34rem] text-lg text-ink-soft">
          Is something not working, or do you have a question about {app.name}? Write to us: a
          person reads every message.
        </p>
        <Envelope />
      </div>
      <section aria-labelledby="questions" className="mt-16 lg:mt-3">
        <h2 id="questions" className="text-heading">
          Before you write
        </h2>
        <Questions />
      </section>
    </div>
  );
}

function Envelope() {
  return (
    <div className="envelope">
      <svg viewBox="0 0 360 96" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0h360L180 92Z" />
      </svg>
      <p>
        <span className="block text-sm text-ink-soft">Support</span>
        <MailLink className="link inline-flex min-h-11 items-center text-lg" />
      </p>
    </div>
  );
}

function Questions() {
  return (
    <dl className="questions">
      <Question title="The confirmation email did not arrive">
        Check your spam folder first. Then try to sign in with the password you chose: the page
        offers to send the email again. Its link works for {CONFIRMATION_LIFETIME_HOURS} hours.
      </Question>
      <Question title="I forgot my password">
        The{' '}
        <AppLink to="/login" className="link">
          sign-in page
        </AppLink>{' '}
        sends you an email with a link to set a new one. The link works once and expires after{' '}
        {hours(RECOVERY_LIFETIME_HOURS)}. Setting a new password signs you out everywhere.
      </Question>
      <Question title="Who can read what I save?">
        Only you, when you are signed in. To every other account, your entries and photos look as if
        they did not exist.
      </Question>
      <Question title="How large may a photo or a text be?">
        A photo may have up to {PHOTO_MAX_BYTES / 1024 / 1024} MB. The form tells you when a text
        comes close to its limit.
      </Question>
      <Question title="What happens to my photos?">
        They are turned upright, stored without location or device data, and deleted with their
        entry.
      </Question>
      <Question title="Can I change my email address?">
        No, but you can change your first and last name in your profile.
      </Question>
      <Question title="How do I delete my account?">
        Under “User Profile”, with your password. Everything you saved is deleted with it at once.
      </Question>
    </dl>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-lg font-semibold">{title}</dt>
      <dd className="mt-1.5 text-ink-soft">{children}</dd>
    </div>
  );
}

const hours = (count: number) => (count === 1 ? 'one hour' : `${count} hours`);
