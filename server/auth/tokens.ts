import { fromNow, now } from '#server/clock.ts';
import type { Database, Query } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import { newToken, tokenHash } from '#server/secrets.ts';
import { RECOVERY_LIFETIME_HOURS } from '#shared/constants.ts';

export type AccountTokens = ReturnType<typeof createAccountTokens>;

/** Manages the tokens in emails to accounts. Each is valid for one purpose only and is no session. */
export function createAccountTokens({ engine, query }: Database) {
  return {
    /** Creates a reset token. Invalidates the older ones of the account. */
    issueRecovery: (userId: string) =>
      query.transaction().execute(async (query) => {
        // Of two that are created at once, the later one deletes the other.
        await lockUser(engine, query, userId);
        await deleteRecoveryOf(query, userId);
        const token = newToken();
        await query
          .insertInto('account_tokens')
          .values({
            token_hash: tokenHash(token),
            user_id: userId,
            kind: 'recovery',
            expires_at: fromNow({ hours: RECOVERY_LIFETIME_HOURS }),
          })
          .execute();
        return token;
      }),

    async findRecovery(token: string) {
      const found = await query
        .selectFrom('account_tokens')
        .select('user_id')
        .where('token_hash', '=', tokenHash(token))
        .where('kind', '=', 'recovery')
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return found?.user_id;
    },

    /** Deletes tokens 30 days after they expired. Until then, opening a used confirmation link again shows success. */
    async sweep() {
      await query
        .deleteFrom('account_tokens')
        .where('expires_at', '<=', fromNow({ days: -30 }))
        .execute();
    },
  };
}

/** Invalidates the reset links of an address. */
export async function deleteRecovery(query: Query, email: string) {
  await query
    .deleteFrom('account_tokens')
    .where('kind', '=', 'recovery')
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('email', '=', email),
    )
    .execute();
}

/** Invalidates all reset links of an account. */
export async function deleteRecoveryOf(query: Query, userId: string) {
  await query
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'recovery')
    .execute();
}

/** Deletes a reset token. Returns true for exactly one of several concurrent calls. */
export async function consumeRecovery(query: Query, token: string) {
  const used = await query
    .deleteFrom('account_tokens')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', 'recovery')
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
