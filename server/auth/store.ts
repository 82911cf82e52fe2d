import { randomUUIDv7 } from 'node:crypto';
import type { InferOutput } from 'valibot';
import { now } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { releaseAllPhotos } from '#server/files/ownership.ts';
import { enqueue } from '#server/mail/outbox.ts';
import type { profile, User } from '#shared/auth.ts';
import { deletePending } from './pending-registrations.ts';
import { endAllSessions } from './sessions.ts';
import { endRecovery, useUpRecovery } from './tokens.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type NewAccount = InferOutput<typeof profile> & {
  email: string;
  password_hash: string;
  user_type: User['user_type'];
};

export function createAccounts({ engine, query }: Database) {
  return {
    /** Creates an account that is confirmed by the operator's word: no email. */
    async seed(account: NewAccount) {
      const time = now();
      const user = { id: randomUUIDv7(), ...account, confirmed_at: time, created_at: time };
      await query.insertInto('users').values(user).execute();
      return user.id;
    },

    find: (email: string) =>
      query.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),

    /** Ends the older link at once: the email with the new one may take a while. */
    requestReset: (email: string) =>
      query.transaction().execute(async (query) => {
        await endRecovery(query, email);
        await enqueue(query, 'reset', email);
      }),

    /** Ends every session. Answers the address, or nothing when the link was used up in the meantime. */
    changePassword: (userId: string, recoveryToken: string, passwordHash: string) =>
      query.transaction().execute(async (query) => {
        if (!(await useUpRecovery(query, recoveryToken))) return undefined;
        const { email } = await query
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .returning('email')
          .executeTakeFirstOrThrow();
        await endAllSessions(query, userId);
        await enqueue(query, 'password-changed', email);
        return email;
      }),

    updateProfile: (userId: string, names: InferOutput<typeof profile>): Promise<User> =>
      query
        .updateTable('users')
        .set(names)
        .where('id', '=', userId)
        .returning(['id', 'email', 'first_name', 'last_name', 'user_type'])
        .executeTakeFirstOrThrow(),

    /** With everything that belongs to it; false when it is gone already. */
    remove: ({ id, email }: Pick<User, 'id' | 'email'>) =>
      query.transaction().execute(async (query) => {
        await deletePending(query, email);
        // Held from here on, so that no upload slips in between its photos and itself.
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
        await enqueue(query, 'account-deleted', email);
        return true;
      }),

    /** False when there is no such account. */
    async setUserType(email: string, userType: User['user_type']) {
      const changed = await query
        .updateTable('users')
        .set({ user_type: userType })
        .where('email', '=', email)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
  };
}
