import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { app } from '#app';
import { fromNow } from '#server/clock/clock.ts';
import { createItemWithPhoto } from '#server/testing/backups.ts';
import type { Person } from '#server/testing/harness.ts';
import { linkIn, startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer();
after(server.stop);
const root = await admin();
const unknown = crypto.randomUUID();

test('granting needs the admin’s own password and takes effect at once; revoking undoes it', async () => {
  const ada = await server.signUp();
  const target = { params: { id: ada.user.id } };
  const wrong = await root.error(kit.grantAdmin, { ...target, body: { password: 'not mine' } });
  assert.deepEqual([wrong.status, wrong.fields], [400, { password: 'This is not your password' }]);
  assert.equal((await ada.error(kit.adminStatus)).status, 403);
  await root.call(kit.grantAdmin, { ...target, body: { password: root.password } });
  await ada.call(kit.adminStatus);
  await root.call(kit.revokeAdmin, target);
  assert.equal((await ada.error(kit.adminStatus)).status, 403);
  assert.deepEqual(await actionsOn(ada), ['revoke-admin', 'grant-admin']);
});

test('an action that changes nothing succeeds and is not logged', async () => {
  const ada = await server.signUp();
  await root.call(kit.revokeAdmin, { params: { id: ada.user.id } });
  assert.deepEqual(await actionsOn(ada), []);
});

test('signing out everywhere ends all sessions of one user only', async () => {
  const ada = await server.signUp();
  const { token } = await server.call(kit.login, { body: ada });
  await root.call(kit.signOutPerson, { params: { id: ada.user.id } });
  assert.equal((await ada.error(kit.me)).status, 401);
  assert.equal((await server.as(token).error(kit.me)).status, 401);
  await root.call(kit.me);
  assert.deepEqual(await actionsOn(ada), ['sign-out']);
});

test('the confirmation of a sign-up is sent again, and its link works', async () => {
  const waiting = await server.register();
  const first = await server.emailTo(waiting.email);
  const [row] = (await root.call(kit.listPeople, { query: { status: 'pending' } })).people;
  assert.equal(row?.email, waiting.email);
  await root.call(kit.resendToPerson, { params: { id: row.id } });
  const again = await server.emailTo(waiting.email);
  const { access_token } = linkIn(again);
  assert.notEqual(access_token, linkIn(first).access_token);
  await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
  const confirmed = await root.error(kit.resendToPerson, { params: { id: row.id } });
  assert.deepEqual([confirmed.status, confirmed.error], [409, apiMessages.alreadyConfirmed]);
});

test('deleting a user deletes all their data and emails them that an admin did it, but not which one', async () => {
  const ada = await server.signUp();
  const { photo_path } = await createItemWithPhoto(ada);
  const target = { params: { id: ada.user.id } };
  const wrong = await root.error(kit.deletePerson, {
    ...target,
    body: { password: ada.password.slice(1) },
  });
  assert.equal(wrong.status, 400);
  await ada.call(kit.me);

  await root.call(kit.deletePerson, { ...target, body: { password: root.password } });

  assert.equal((await ada.error(kit.me)).status, 401);
  assert.deepEqual(await server.rowsOf(ada.user.id, ['users', 'items', 'sessions', 'files']), []);
  await waitFor(
    'the photo is gone',
    async () => !(await server.storedFiles()).includes(photo_path),
  );
  const { subject, text } = await server.emailTo(ada.email);
  assert.equal(subject, `Your ${app.name} account was deleted`);
  assert.match(text, /An administrator deleted/);
  assert.doesNotMatch(text, new RegExp(root.email));
  assert.deepEqual(await actionsOn(ada), ['delete-account']);
  const gone = await root.error(kit.deletePerson, { ...target, body: { password: root.password } });
  assert.equal(gone.status, 404);
});

test('admins cannot revoke or delete themselves here, and unknown users get 404', async () => {
  const body = { password: root.password };
  for (const endpoint of [kit.revokeAdmin, kit.deletePerson]) {
    const own = await root.error(endpoint, { params: { id: root.user.id }, body });
    assert.deepEqual([own.status, own.error], [409, apiMessages.ownAccount]);
  }
  const { grantAdmin, revokeAdmin, signOutPerson, resendToPerson, deletePerson, sendEmailAgain } =
    kit;
  const onPeople = [grantAdmin, revokeAdmin, signOutPerson, resendToPerson, deletePerson];
  for (const id of [unknown, 'x', "' or 1=1", '../status', root.email])
    for (const endpoint of [...onPeople, sendEmailAgain]) {
      const { status } = await root.error(endpoint, { params: { id }, body });
      assert.equal(status, 404, `${endpoint.path} ${id}`);
    }
});

test('the last admin cannot delete their own account; with another admin it works', async (t) => {
  const alone = await startTestServer();
  t.after(alone.stop);
  const first = await admin(alone);
  const body = { password: first.password };
  const refused = await first.error(kit.deleteAccount, { body });
  assert.deepEqual([refused.status, refused.error], [409, apiMessages.lastAdmin]);
  await first.call(kit.adminStatus);
  await admin(alone);
  await first.call(kit.deleteAccount, { body });
});

test('if two admins remove each other at the same time, exactly one stays', async (t) => {
  const alone = await startTestServer();
  t.after(alone.stop);
  for (const endpoint of [kit.revokeAdmin, kit.deletePerson, kit.deleteAccount]) {
    for (const { id } of await admins(alone))
      await alone.query.deleteFrom('users').where('id', '=', id).execute();
    const [ada, bob] = [await admin(alone), await admin(alone)];
    const attempt = (by: Person, other: Person) =>
      by.send(endpoint, { params: { id: other.user.id }, body: { password: by.password } });
    const statuses = (await Promise.all([attempt(ada, bob), attempt(bob, ada)])).map(
      ({ status }) => status,
    );
    assert.equal((await admins(alone)).length, 1, `${endpoint.path} ${statuses}`);
    assert.equal(
      statuses.filter((status) => status === 200).length,
      1,
      `${endpoint.path} ${statuses}`,
    );
  }
});

test('an email that was given up is listed without its content, and sent again', async () => {
  const ada = await server.signUp();
  const id = crypto.randomUUID();
  const failed_at = fromNow({ hours: -1 });
  const created_at = fromNow({ days: -4 });
  await server.query
    .insertInto('outbox')
    .values({
      id,
      kind: 'reset',
      recipient: ada.email,
      attempts: 9,
      next_attempt_at: failed_at,
      created_at,
      failed_at,
    })
    .execute();
  assert.deepEqual((await root.call(kit.adminStatus)).attention, ['failed_emails']);
  const { emails } = await root.call(kit.listFailedEmails);
  assert.deepEqual(emails, [
    { id, kind: 'reset', recipient: ada.email, attempts: 9, created_at, failed_at },
  ]);
  await root.call(kit.sendEmailAgain, { params: { id } });
  assert.match(linkIn(await server.emailTo(ada.email)).url.href, /reset-password/);
  assert.deepEqual((await root.call(kit.listFailedEmails)).emails, []);
  assert.deepEqual(await actionsOn(ada), ['send-email-again']);
  assert.equal((await root.error(kit.sendEmailAgain, { params: { id } })).status, 404);
  assert.deepEqual((await root.call(kit.adminStatus)).attention, []);
});

test('the audit log outlives both accounts, and no statement changes or deletes its entries', async () => {
  const [boss, ada] = [await admin(), await server.signUp()];
  await boss.call(kit.signOutPerson, { params: { id: ada.user.id } });
  for (const { user } of [boss, ada])
    await root.call(kit.deletePerson, {
      params: { id: user.id },
      body: { password: root.password },
    });
  const { entries } = await root.call(kit.listAudit);
  assert.ok(
    entries.some(
      (entry) =>
        entry.action === 'sign-out' &&
        entry.actor_email === boss.email &&
        entry.target_email === ada.email,
    ),
  );
  const before = await server.everyRow('audit_log');
  await assert.rejects(server.query.updateTable('audit_log').set({ action: 'sign-out' }).execute());
  await assert.rejects(server.query.deleteFrom('audit_log').execute());
  assert.deepEqual(await server.everyRow('audit_log'), before);
});

test('the audit log has pages, and forgets entries after 180 days', async () => {
  const old = {
    created_at: fromNow({ days: -181 }),
    action: 'sign-out',
    target_email: 'old@example.com',
  } as const;
  for (let number = 0; number < 60; number++)
    await server.query
      .insertInto('audit_log')
      .values({ id: crypto.randomUUID(), ...old })
      .execute();
  const ids: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await root.call(kit.listAudit, { query: before ? { before } : {} });
    ids.push(...page.entries.map(({ id }) => id));
    before = page.next;
  }
  assert.equal(new Set(ids).size, await server.count('audit_log'));
  assert.equal(ids.length, await server.count('audit_log'));
  const { sweepAuditLog } = await import('./audit-log.ts');
  await sweepAuditLog(server.query);
  assert.equal(await server.count('audit_log'), ids.length - 60);
});

test('password attempts and actions of an admin are limited', async (t) => {
  const production = await startProductionServer();
  t.after(production.stop);
  const boss = await admin(production);
  const ada = await production.signUp();
  const target = { params: { id: ada.user.id } };
  const guess = () => boss.error(kit.deletePerson, { ...target, body: { password: 'a guess' } });
  for (let number = 1; number <= 10; number++) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
  let status = 200;
  for (let number = 12; status === 200; number++) {
    assert.ok(number <= 101);
    ({ status } = await boss.send(kit.revokeAdmin, target));
  }
  assert.equal(status, 429);
  await ada.call(kit.me);
});

async function admin(of = server) {
  const person = await of.signUp();
  await of.running.accounts.setUserType(person.email, 'admin');
  return person;
}

async function admins(of: typeof server) {
  return (await of.everyRow('users')).filter(({ user_type }) => user_type === 'admin');
}

/** Returns what admins did to a user, newest first. */
async function actionsOn({ email }: { email: string }) {
  const { entries } = await root.call(kit.listAudit);
  return entries
    .filter(({ target_email, actor_email }) => target_email === email && actor_email)
    .map(({ action }) => action);
}
