import { hash, randomBytes } from 'node:crypto';
import type { Query } from './database.ts';

/** Creates a token of 256 random bits in 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Hashes a token, so that it cannot be read from the database. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url');

/** Returns a function that reads a secret of the server, from the database only once. Creates it if it does not exist. */
export function storedSecret(query: Query, name: string) {
  let secret: Promise<string> | undefined;
  return () => {
    secret ??= readSecret(query, name).catch((error) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };
}

async function readSecret(query: Query, name: string) {
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
