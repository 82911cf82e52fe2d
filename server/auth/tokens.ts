import type { ExpressionBuilder } from 'kysely';
import { fromNow, latestFromNow, now } from '#server/clock/clock.ts';
import type { Database, Query } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import type { Schema } from '#server/database/schema.ts';
import { newToken, tokenHash } from '#server/database/secrets.ts';
import { CONFIRMATION_LIFETIME_HOURS, RECOVERY_LIFETIME_HOURS } from '#shared/constants.ts';

export type AccountTokens = ReturnType<typeof createAccountTokens>;

const RECOVERY_LIFETIME = { hours: RECOVERY_LIFETIME_HOURS };

/** Manages the tokens in emails to accounts. Each is valid for one purpose only, never as a session. */
export function createAccountTokens({ engine, query, urgentTransactionOf }: Database) {
  return {
    /** Creates a reset token. Invalidates the older ones of the account. */
    issueRecovery: (userId: string) =>
      urgentTransactionOf(userId, async (query) => {
        // If two are created at once, the later one deletes the other.
        await lockUser(engine, query, userId);
        await deleteRecoveryOf(query, userId);
        const token = newToken();
        await query
          .insertInto('account_tokens')
          .values({
            token_hash: tokenHash(token),
            user_id: userId,
            kind: 'recovery',
            expires_at: fromNow(RECOVERY_LIFETIME),
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
        .where(isUnexpired)
        .executeTakeFirst();
      return found?.user_id;
    },

    /**
     * Deletes tokens 30 days after they expired, or if the clock was ahead when they were created. Until then, opening
     * a used confirmation link again shows success.
     */
    async sweep() {
      await query
        .deleteFrom('account_tokens')
        .where(({ or, eb }) =>
          or([
            eb('expires_at', '<=', fromNow({ days: -30 })),
            eb('expires_at', '>', latestFromNow({ hours: CONFIRMATION_LIFETIME_HOURS })),
          ]),
        )
        .execute();
    },
  };
}

/** Selects valid tokens. Excludes links created while the clock was ahead, which would be valid for years. */
const isUnexpired = ({ and, eb }: ExpressionBuilder<Schema, 'account_tokens'>) =>
  and([eb('expires_at', '>', now()), eb('expires_at', '<=', latestFromNow(RECOVERY_LIFETIME))]);

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
    .where(isUnexpired)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
