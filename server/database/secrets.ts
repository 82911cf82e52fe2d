import { hash, randomBytes } from 'node:crypto';
import type { Query } from './database.ts';

/** Creates a token of 256 random bits in 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Hashes a token, so that it cannot be read from the database. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url');

/** Reads a secret of the server. Creates it if it does not exist. */
export async function storedSecret(query: Query, name: string) {
  await query
    .insertInto('secrets')
    .values({ name, value: newToken() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await query
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
