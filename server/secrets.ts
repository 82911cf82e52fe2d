import { hash, randomBytes } from 'node:crypto';
import type { Query } from './database/database.ts';

/** 256 random bits, 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database holds of a token: enough to recognise it, useless to whoever reads it. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url');

/** Reads a secret of the server; the first to ask makes it. */
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
