import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);

test('every failed email is listed on one of the pages, latest first', async () => {
  const admin = await server.signUp();
  await server.running.accounts.setUserType(admin.email, 'admin');
  const emails = Array.from({ length: 120 }, (_, number) => {
    // Several fail in the same millisecond.
    const time = new Date(Date.now() - Math.floor(number / 7) * 1000).toISOString();
    return {
      id: crypto.randomUUID(),
      kind: 'reset' as const,
      recipient: `${number}@example.com`,
      attempts: 9,
      next_attempt_at: time,
      created_at: time,
      failed_at: time,
    };
  });
  await server.query.insertInto('outbox').values(emails).execute();
  const listed: { id: string; failed_at: string }[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await admin.call(kit.listFailedEmails, { query: before ? { before } : {} });
    assert.ok(page.emails.length <= 50);
    listed.push(...page.emails);
    before = page.next;
  }
  assert.deepEqual(listed.map(({ id }) => id).sort(), emails.map(({ id }) => id).sort());
  const times = listed.map(({ failed_at }) => failed_at);
  assert.deepEqual(times, times.toSorted().reverse());
});
