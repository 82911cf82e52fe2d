import type { TestContext } from 'node:test';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { type MailFault, startFaultyMailServer } from '../faulty-mail-server.ts';
import { startMonitoredServer } from '../monitored-server.ts';
import type { Cause } from './cause.ts';

/** What the mail server does while people sign up. */
export const mailCauses: Cause[] = [
  {
    alert: 'EmailsDelayed',
    when: 'the mail server refuses connections',
    // The next attempt is minutes later.
    prepare: async (t) => ({ ...(await startWithMail(t, 'refuses', 1)), end: undefined }),
  },
  {
    alert: 'EmailsNotSent',
    when: 'the mail server stalls while more emails are queued than are sent at once',
    prepare: (t) => startWithMail(t, 'stalls', 16),
  },
  {
    alert: 'EmailsGivenUp',
    when: 'the mail server rejects emails permanently',
    prepare: (t) => startWithMail(t, 'rejects permanently', 8),
  },
];

async function startWithMail(t: TestContext, fault: MailFault, signUps: number) {
  const mail = await startFaultyMailServer();
  t.after(mail.close);
  const { send, prometheus } = await startMonitoredServer(t, { SMTP_URL: mail.url });
  return {
    prometheus,
    bringAbout() {
      mail.fail(fault);
      return Promise.all(Array.from({ length: signUps }, signUp));
    },
    end: mail.recover,
  };

  function signUp() {
    const person = {
      email: newEmail(),
      password: TEST_PASSWORD,
      first_name: 'Ada',
      last_name: 'Lovelace',
    };
    return send('POST', '/api/auth/register', {}, person);
  }
}
