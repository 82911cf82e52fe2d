import { fromNow, now } from '#server/clock.ts';
import type { Query } from '#server/database/database.ts';
import { newToken, tokenHash } from '#server/secrets.ts';
import { RECOVERY_LIFETIME_HOURS } from '#shared/constants.ts';

export type AccountTokens = ReturnType<typeof createAccountTokens>;

/** The tokens of accounts in emails. They are no sessions: each opens one door only. */
export function createAccountTokens(query: Query) {
  return {
    /** Ends the older links of the account. */
    issueRecovery: (userId: string) =>
      query.transaction().execute(async (query) => {
        await query
          .deleteFrom('account_tokens')
          .where('user_id', '=', userId)
          .where('kind', '=', 'recovery')
          .execute();
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

    /** A used confirmation stays known for a while, so that opening its link again shows success again. */
    async sweep() {
      await query
        .deleteFrom('account_tokens')
        .where('expires_at', '<=', fromNow({ days: -30 }))
        .execute();
    },
  };
}

export async function endRecovery(query: Query, email: string) {
  await query
    .deleteFrom('account_tokens')
    .where('kind', '=', 'recovery')
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('email', '=', email),
    )
    .execute();
}

/** Exactly one of several attempts at once gets true. */
export async function useUpRecovery(query: Query, token: string) {
  const used = await query
    .deleteFrom('account_tokens')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', 'recovery')
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
