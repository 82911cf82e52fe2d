import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database holds of a token: enough to recognise it, useless to whoever reads it. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url');
