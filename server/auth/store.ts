import { randomUUIDv7 } from 'node:crypto';
import type { InferOutput } from 'valibot';
import { now } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { releaseAllPhotos } from '#server/files/ownership.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { tokenHash } from '#server/secrets.ts';
import type { profile, User } from '#shared/auth.ts';
import { endAllSessions } from './sessions.ts';
import { endRecovery, useUpRecovery } from './tokens.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type NewAccount = InferOutput<typeof profile> & {
  email: string;
  password_hash: string;
  user_type?: User['user_type'];
  confirmed_at?: string;
};

export function createAccounts({ engine, query }: Database) {
  return {
    /** One transaction either way, so that a known address costs the same time as a new one. */
    register: (account: NewAccount) =>
      query.transaction().execute(async (query) => {
        const created = await query
          .insertInto('users')
          .values({ ...blank(), ...account })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returning('id')
          .executeTakeFirst();
        await enqueue(query, created ? 'confirm' : 'already-registered', account.email);
      }),

    /** Already confirmed, by the operator's word: no letter. */
    async seed(account: NewAccount) {
      const user = { ...blank(), ...account, confirmed_at: now() };
      await query.insertInto('users').values(user).execute();
      return user.id;
    },

    find: (email: string) =>
      query.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),

    /** True also for a link that was used before: opening it again shows success again. */
    async confirm(token: string) {
      const found = await query
        .selectFrom('account_tokens')
        .innerJoin('users', 'users.id', 'account_tokens.user_id')
        .select(['users.id', 'users.confirmed_at', 'account_tokens.expires_at'])
        .where('account_tokens.token_hash', '=', tokenHash(token))
        .where('account_tokens.kind', '=', 'signup')
        .executeTakeFirst();
      if (!found) return false;
      if (found.confirmed_at) return true;
      if (found.expires_at <= now()) return false;
      await query
        .updateTable('users')
        .set({ confirmed_at: now() })
        .where('id', '=', found.id)
        .execute();
      return true;
    },

    /** Ends the older link at once: the letter with the new one may take a while. */
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
          .set((set) => ({
            password_hash: passwordHash,
            // The link came by mail, so whoever used it reads that mailbox.
            confirmed_at: set.fn.coalesce('confirmed_at', set.val(now())),
          }))
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

const blank = () => ({
  id: randomUUIDv7(),
  user_type: 'user' as const,
  confirmed_at: null,
  created_at: now(),
});
