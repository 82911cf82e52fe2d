import { checkNotLastAdmin, checkStillAdmin, lockAdmins } from '#server/auth/admins.ts';
import { endAllSessions } from '#server/auth/sessions.ts';
import { removeAccount } from '#server/auth/store.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import { alreadyConfirmed, notFound, ownAccount } from '#server/errors/errors.ts';
import { enqueue, sendAgain } from '#server/mail/outbox.ts';
import type { AuditEntry } from '#shared/admin.ts';
import type { User } from '#shared/auth.ts';
import { recordAction } from './audit-log.ts';

type Admin = Pick<User, 'id' | 'email'>;
type Target = { id: string | null; email: string };

/** Creates the actions of admins on users. Each action and its audit log entry are one transaction. */
export function createPeopleActions({ engine, query }: Pick<Database, 'engine' | 'query'>) {
  return {
    grantAdmin: (admin: Admin, id: string) =>
      act(admin, 'grant-admin', async (query) => {
        const account = await findAccount(query, id);
        return (await setUserType(query, id, 'admin')) ? account : undefined;
      }),

    revokeAdmin: (admin: Admin, id: string) =>
      act(admin, 'revoke-admin', async (query) => {
        const account = await findAccount(query, id);
        if (id === admin.id) throw ownAccount();
        await checkNotLastAdmin(query, id);
        return (await setUserType(query, id, 'user')) ? account : undefined;
      }),

    signOut: (admin: Admin, id: string) =>
      act(admin, 'sign-out', async (query) => {
        const account = await findAccount(query, id);
        await endAllSessions(query, id);
        return account;
      }),

    resendConfirmation: (admin: Admin, id: string) =>
      act(admin, 'resend-confirmation', async (query) => {
        const registration = await query
          .selectFrom('pending_registrations')
          .select(['id', 'email'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!registration) {
          await findAccount(query, id);
          throw alreadyConfirmed();
        }
        // By address, not by id: the listed sign-up may belong to a stranger.
        await enqueue(query, 'confirm', registration.email);
        return registration;
      }),

    deleteAccount: (admin: Admin, id: string) =>
      act(admin, 'delete-account', async (query) => {
        const account = await findAccount(query, id);
        if (id === admin.id) throw ownAccount();
        await checkNotLastAdmin(query, id);
        await removeAccount(engine, query, account, 'account-deleted-by-admin');
        return account;
      }),

    sendEmailAgain: (admin: Admin, id: string) =>
      act(admin, 'send-email-again', async (query) => {
        const email = await sendAgain(query, id);
        if (!email) throw notFound();
        return { id: null, email: email.recipient };
      }),
  };

  /**
   * Runs an admin's action after checking that they still are an admin, one action at a time. `work` returns the
   * affected user, or undefined if it changed nothing.
   */
  function act(
    admin: Admin,
    action: AuditEntry['action'],
    work: (query: InTransaction) => Promise<Target | undefined>,
  ) {
    return query.transaction().execute(async (query) => {
      await lockAdmins(engine, query);
      await checkStillAdmin(query, admin.id);
      const target = await work(query);
      if (target) await recordAction(query, { actor: admin, action, target });
    });
  }
}

async function findAccount(query: InTransaction, id: string) {
  const account = await query
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) throw notFound();
  return account;
}

/** Changes the role of an account. Returns false if it already has the role. */
async function setUserType(query: InTransaction, id: string, userType: User['user_type']) {
  const changed = await query
    .updateTable('users')
    .set({ user_type: userType })
    .where('id', '=', id)
    .where('user_type', '<>', userType)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
