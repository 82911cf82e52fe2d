import { createHmac, randomUUIDv7 } from 'node:crypto';
import type { InferOutput } from 'valibot';
import { fromNow, latestFromNow, now } from '#server/clock/clock.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import { newToken, storedSecret, tokenHash } from '#server/database/secrets.ts';
import { enqueue, isGivenUp } from '#server/mail/outbox.ts';
import type { registration } from '#shared/auth.ts';
import {
  CONFIRMATION_LIFETIME_HOURS,
  PENDING_REGISTRATION_LIFETIME_DAYS,
} from '#shared/constants.ts';
import { hashPassword } from './passwords.ts';

export type PendingRegistrations = ReturnType<typeof createPendingRegistrations>;

/** The same sign-up within this time is a second click or was repeated by a proxy: its email is on its way. */
const REPEATED_WITHIN_MS = 60 * 1000;
const LINK_LIFETIME = { hours: CONFIRMATION_LIFETIME_HOURS };
const SALT_BYTES = 16;

/**
 * Stores registrations until their address is confirmed, in a table of their own. An address may have several, each
 * with its own password, and an account as well: registering does the same work for every address. Their number is
 * limited by the emails that may be sent: no registration replaces another one before one of them is confirmed.
 */
export function createPendingRegistrations({ engine, query }: Database) {
  const saltKey = storedSecret(query, 'registration-salt');

  return {
    /** Stores the registration and queues the email to its address in one transaction. */
    async add({ password, ...person }: InferOutput<typeof registration>) {
      const password_hash = await hash(person.email, password);
      await query.transaction().execute(async (query) => {
        const { id, isRepeated } = await store(query, { ...person, password_hash });
        if (!isRepeated || (await isGivenUp(query, person.email, id)))
          await enqueue(query, 'confirm', person.email, id);
      });
    },

    /**
     * Queues the confirmation of the registration with this password again. If there is none, does the same work with
     * an id that no registration has, so that nothing is sent.
     */
    async resendOf(email: string, password: string) {
      const found = await findByPassword(email, password);
      await enqueue(query, 'confirm', email, found?.id ?? randomUUIDv7());
    },

    /** Finds the registrations that an email is about: the one with the id, or all of its address. */
    findFor: (email: string, registrationId: string | null) =>
      query
        .selectFrom('pending_registrations')
        .select(['id', 'created_at'])
        .where('email', '=', email)
        .$if(registrationId !== null, (select) => select.where('id', '=', registrationId))
        .limit(2)
        .execute(),

    findById: (id: string) =>
      query
        .selectFrom('pending_registrations')
        .select(['id', 'email'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Checks a password against all registrations of an address. Costs one hash, because they share a salt. */
    passwordMatches: async (email: string, password: string) =>
      (await findByPassword(email, password)) !== undefined,

    /** Creates a confirmation token. Replaces only the token of an earlier attempt to send the same email. */
    issueToken: (registrationId: string, outboxId: string) =>
      query.transaction().execute(async (query) => {
        const token = newToken();
        await query.deleteFrom('confirmation_tokens').where('outbox_id', '=', outboxId).execute();
        await query
          .insertInto('confirmation_tokens')
          .values({
            token_hash: tokenHash(token),
            registration_id: registrationId,
            outbox_id: outboxId,
            expires_at: fromNow(LINK_LIFETIME),
          })
          .execute();
        return token;
      }),

    /** Turns the registration into an account. Returns true also for a link that was used before. */
    confirm: (token: string) =>
      query.transaction().execute(async (query) => {
        const registration = await findByToken(query, token);
        if (registration && (await lockAndCheck(query, registration))) {
          const created = await createAccount(query, registration);
          await deletePending(query, registration.email);
          if (created) return true;
        }
        return wasUsed(query, token);
      }),

    /** Deletes registrations after their lifetime, which starts now if the clock was ahead when they were created. */
    async sweep() {
      await query
        .deleteFrom('pending_registrations')
        .where('created_at', '<=', fromNow({ days: -PENDING_REGISTRATION_LIFETIME_DAYS }))
        .execute();
      await query
        .updateTable('pending_registrations')
        .set({ created_at: now() })
        .where('created_at', '>', latestFromNow({}))
        .execute();
    },
  };

  async function findByPassword(email: string, password: string) {
    return query
      .selectFrom('pending_registrations')
      .select('id')
      .where('email', '=', email)
      .where('password_hash', '=', await hash(email, password))
      .executeTakeFirst();
  }

  async function hash(email: string, password: string) {
    const salt = createHmac('sha256', await saltKey())
      .update(email)
      .digest();
    return hashPassword(password, salt.subarray(0, SALT_BYTES));
  }

  /** Locks all registrations of an address, in one order to avoid deadlocks. Returns whether this one still exists. */
  async function lockAndCheck(query: InTransaction, { id, email }: { id: string; email: string }) {
    const locked = await query
      .selectFrom('pending_registrations')
      .select('id')
      .where('email', '=', email)
      .orderBy('id')
      .$if(engine === 'postgres', (select) => select.forUpdate())
      .execute();
    return locked.some((row) => row.id === id);
  }
}

/** Deletes all registrations of an address, with their tokens. */
export async function deletePending(query: Query, email: string) {
  await query.deleteFrom('pending_registrations').where('email', '=', email).execute();
}

type NewRegistration = Omit<InferOutput<typeof registration>, 'password'> & {
  password_hash: string;
};

/**
 * Stores a registration. If one with this address and password exists, updates only its names and, after a while, its
 * time: the salt depends only on the address. The conflict locks the row, so only the first of several is new.
 */
async function store(query: InTransaction, registration: NewRegistration) {
  const { first_name, last_name } = registration;
  const id = randomUUIDv7();
  const created_at = now();
  const stored = await query
    .insertInto('pending_registrations')
    .values({ id, ...registration, created_at })
    .onConflict((conflict) =>
      conflict.columns(['email', 'password_hash']).doUpdateSet({ first_name, last_name }),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const ageMs = Math.abs(Date.parse(created_at) - Date.parse(stored.created_at));
  const isRepeated = stored.id !== id && ageMs < REPEATED_WITHIN_MS;
  if (stored.id !== id && !isRepeated)
    await query
      .updateTable('pending_registrations')
      .set({ created_at })
      .where('id', '=', stored.id)
      .execute();
  return { id: stored.id, isRepeated };
}

function findByToken(query: InTransaction, token: string) {
  return query
    .selectFrom('confirmation_tokens')
    .innerJoin(
      'pending_registrations',
      'pending_registrations.id',
      'confirmation_tokens.registration_id',
    )
    .selectAll('pending_registrations')
    .where('confirmation_tokens.token_hash', '=', tokenHash(token))
    .where('confirmation_tokens.expires_at', '>', now())
    .where('confirmation_tokens.expires_at', '<=', latestFromNow(LINK_LIFETIME))
    .executeTakeFirst();
}

/** Creates the account and moves the links to it. Returns false if the address has an account already. */
async function createAccount(
  query: InTransaction,
  registration: NewRegistration & { id: string; created_at: string },
) {
  const created = await query
    .insertInto('users')
    .values({ ...registration, user_type: 'user', confirmed_at: now() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return false;
  await query
    .insertInto('account_tokens')
    .columns(['token_hash', 'user_id', 'kind', 'expires_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('confirmation_tokens')
        .select([
          'token_hash',
          'registration_id as user_id',
          val('signup' as const).as('kind'),
          'expires_at',
        ])
        .where('registration_id', '=', created.id),
    )
    .execute();
  return true;
}

async function wasUsed(query: InTransaction, token: string) {
  const used = await query
    .selectFrom('account_tokens')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', 'signup')
    .executeTakeFirst();
  return used !== undefined;
}
