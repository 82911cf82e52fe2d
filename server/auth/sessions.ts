import { fromNow, latestFromNow, now } from '#server/clock/clock.ts';
import type { Database, Query } from '#server/database/database.ts';
import { newToken, tokenHash } from '#server/database/secrets.ts';
import { isOutage } from '#server/errors/outages.ts';
import type { User } from '#shared/auth.ts';
import { SESSION_LIFETIME_DAYS } from '#shared/constants.ts';

export type Sessions = ReturnType<typeof createSessions>;

const LIFETIME = { days: SESSION_LIFETIME_DAYS };

export function createSessions({ engine, query, prepare, urgentTransactionOf }: Database) {
  const select = prepare((query, value) =>
    query
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id',
        'users.email',
        'users.first_name',
        'users.last_name',
        'users.user_type',
        'users.change_seq',
        'sessions.expires_at',
      ])
      .where('sessions.token_hash', '=', value('hash'))
      .where('sessions.expires_at', '>', value('now')),
  );

  return {
    /** Starts a session. Returns undefined if the password was changed while it was being checked. */
    start: (user: { id: string; password_hash: string }) =>
      urgentTransactionOf(user.id, async (query) => {
        const unchanged = await query
          .selectFrom('users')
          .select('id')
          .where('id', '=', user.id)
          .where('password_hash', '=', user.password_hash)
          .$if(engine === 'postgres', (select) => select.forUpdate())
          .executeTakeFirst();
        if (!unchanged) return undefined;
        const token = newToken();
        await query
          .insertInto('sessions')
          .values({
            token_hash: tokenHash(token),
            user_id: user.id,
            created_at: now(),
            expires_at: expiry(),
          })
          .execute();
        return token;
      }),

    /** Finds the user of a session, and the number of their latest change. */
    find: (token: string) => findHashed(tokenHash(token)),

    /** Finds the user of a session by its token hash, which gives no access by itself. */
    findHashed,

    async end(token: string) {
      await query.deleteFrom('sessions').where('token_hash', '=', tokenHash(token)).execute();
    },

    /** Deletes expired sessions. Sessions started or used while the clock was ahead get the usual lifetime. */
    async sweep() {
      await query.deleteFrom('sessions').where('expires_at', '<=', now()).execute();
      await query
        .updateTable('sessions')
        .set({ expires_at: expiry() })
        .where('expires_at', '>', latestFromNow(LIFETIME))
        .execute();
    },
  };

  async function findHashed(hash: string): Promise<{ user: User; seq: number } | undefined> {
    const [found] = await select({ hash, now: now() });
    if (!found) return undefined;
    const { change_seq, expires_at, ...user } = found;
    // Every use extends the session, but it is written at most once a day.
    if (expires_at < fromNow({ days: SESSION_LIFETIME_DAYS - 1 }))
      await renew(hash).catch(ignoreOutage);
    return { user, seq: change_seq };
  }

  async function renew(hash: string) {
    await query
      .updateTable('sessions')
      .set({ expires_at: expiry() })
      .where('token_hash', '=', hash)
      .execute();
  }
}

export async function endAllSessions(query: Query, userId: string) {
  await query.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Ignores a failure to extend a session: reading must still work, and the next use tries again. */
function ignoreOutage(error: unknown) {
  if (!isOutage(error)) throw error;
}

const expiry = () => fromNow(LIFETIME);
