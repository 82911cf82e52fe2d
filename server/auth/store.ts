import { randomUUIDv7 } from 'node:crypto';
import type { InferOutput } from 'valibot';
import { recordAction } from '#server/admin/audit-log.ts';
import { now } from '#server/clock/clock.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import { sessionEnded } from '#server/errors/errors.ts';
import { releaseAllPhotos } from '#server/files/ownership.ts';
import { enqueue } from '#server/mail/outbox.ts';
import type { profile, User } from '#shared/auth.ts';
import { checkNotLastAdmin, lockAdmins } from './admins.ts';
import { deletePending } from './pending-registrations.ts';
import { endAllSessions } from './sessions.ts';
import { consumeRecovery, deleteRecovery, deleteRecoveryOf } from './tokens.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type NewAccount = InferOutput<typeof profile> & {
  email: string;
  password_hash: string;
  user_type: User['user_type'];
};

export function createAccounts({ engine, query, transactionOf, urgentTransactionOf }: Database) {
  return {
    /** Creates a confirmed account without sending an email. */
    async seed(account: NewAccount) {
      const time = now();
      const user = { id: randomUUIDv7(), ...account, confirmed_at: time, created_at: time };
      await query.insertInto('users').values(user).execute();
      return user.id;
    },

    find: (email: string) =>
      query.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),

    /** Queues the email with a reset link. Invalidates the older link at once. */
    requestReset: (email: string) =>
      query.transaction().execute(async (query) => {
        await deleteRecovery(query, email);
        await enqueue(query, 'reset', email);
      }),

    /** Changes the password and ends every session. Returns the email address, or undefined if the link was used. */
    changePassword: (userId: string, recoveryToken: string, passwordHash: string) =>
      urgentTransactionOf(userId, async (query) => {
        if (!(await consumeRecovery(query, recoveryToken))) return undefined;
        const { email } = await query
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .returning('email')
          .executeTakeFirstOrThrow();
        await deleteRecoveryOf(query, userId);
        await endAllSessions(query, userId);
        await enqueue(query, 'password-changed', email);
        return email;
      }),

    updateProfile: (userId: string, names: InferOutput<typeof profile>): Promise<User> =>
      transactionOf(userId, async (query) => {
        const updated = await query
          .updateTable('users')
          .set(names)
          .where('id', '=', userId)
          .returning(['id', 'email', 'first_name', 'last_name', 'user_type'])
          .executeTakeFirst();
        // The account was deleted while the request was under way.
        if (!updated) throw sessionEnded();
        return updated;
      }),

    /** Deletes an account with everything it owns. Returns false if it was already deleted. */
    remove: (user: Pick<User, 'id' | 'email'>) =>
      urgentTransactionOf(user.id, (query) => removeAccount(engine, query, user)),

    /** Deletes the account of the user who asks for it. Throws if they are the last admin. */
    removeOwn: (user: Pick<User, 'id' | 'email'>) =>
      urgentTransactionOf(user.id, async (query) => {
        await lockAdmins(engine, query);
        await checkNotLastAdmin(query, user.id);
        return removeAccount(engine, query, user);
      }),

    /** Changes the role of an account for an operator's command. Returns false if there is no such account. */
    setUserType: (email: string, userType: User['user_type']) =>
      query.transaction().execute(async (query) => {
        await lockAdmins(engine, query);
        const changed = await query
          .updateTable('users')
          .set({ user_type: userType })
          .where('email', '=', email)
          .returning(['id', 'email'])
          .executeTakeFirst();
        if (!changed) return false;
        const action = userType === 'admin' ? 'grant-admin' : 'revoke-admin';
        await recordAction(query, { actor: null, action, target: changed });
        return true;
      }),
  };
}

/**
 * Deletes an account with everything it owns, and queues an email that says so. Returns false if it was already
 * deleted.
 */
export async function removeAccount(
  engine: Database['engine'],
  query: InTransaction,
  { id, email }: Pick<User, 'id' | 'email'>,
  goodbye: 'account-deleted' | 'account-deleted-by-admin' = 'account-deleted',
) {
  await deletePending(query, email);
  // Locked, so that no upload is added between deleting the photos and the account.
  const account = await query
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst();
  if (!account) return false;
  await releaseAllPhotos(query, id);
  await query.deleteFrom('users').where('id', '=', id).execute();
  await query.deleteFrom('outbox').where('recipient', '=', email).execute();
  await enqueue(query, goodbye, email);
  return true;
}
