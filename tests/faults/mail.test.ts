import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { databaseFile } from '#server/database/database-file.ts';
import { countOutcome, describeOutcomes, type Outcomes } from '#tests/support/outcomes.ts';
import { newEmail } from '#tests/support/test-people.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { register } from './accounts.ts';
import { MAIL_FAULTS, type MailFault, startFaultyMailServer } from './faulty-mail-server.ts';
import { checkSqlite } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';

const PEOPLE = 8;
/** The server sends this many emails at a time. */
const SENDERS = 3;

test('sign-ups do not wait for a faulty mail server, and each email arrives once when it works again', async (t) => {
  const mail = await startFaultyMailServer();
  t.after(mail.close);
  const server = await startRestartableServer(t, { SMTP_URL: mail.url });
  const database = new DatabaseSync(databaseFile(server.dataDir), { readOnly: true });
  t.after(() => database.close());

  for (const [fault, description] of Object.entries(MAIL_FAULTS) as [MailFault, string][])
    await t.test(description, async (t) => {
      const outcomes: Outcomes = new Map();
      const people = Array.from({ length: PEOPLE }, newEmail);
      mail.fail(fault);
      await registerAll();
      await waitFor('the fault occurs', () => mail.timesMet() >= SENDERS);
      if (fault === 'rejects permanently')
        await waitFor('the emails are given up', () => count('failed_at is not null') >= PEOPLE);
      mail.recover();
      if (fault === 'rejects permanently') await registerAll();
      await waitFor('the outbox is empty', () => count('failed_at is null') === 0);

      const arrivals: Outcomes = new Map();
      for (const person of people) countOutcome(arrivals, TIMES[mail.accepted(person)] ?? 'often');
      report(t, {
        fault: description,
        engine: 'SQLite',
        integrity: checkSqlite(server.dataDir),
        acknowledged: people.length,
        missing: arrivals.get('never') ?? 0,
        responses: `${describeOutcomes(outcomes)}; emails arrived ${describeOutcomes(arrivals)}`,
      });
      const twiceAllowed = fault === 'loses acknowledgements';
      assert.ok(!arrivals.has('often') && (twiceAllowed || !arrivals.has('twice')));
      assert.deepEqual([...outcomes.keys()], [201]);

      async function registerAll() {
        const statuses = await Promise.all(people.map((email) => register(server.url, email)));
        for (const status of statuses) countOutcome(outcomes, status);
      }
    });

  function count(condition: string) {
    return Number(
      database.prepare(`select count(*) as count from outbox where ${condition}`).get()?.count,
    );
  }
});

const TIMES = ['never', 'once', 'twice'];
