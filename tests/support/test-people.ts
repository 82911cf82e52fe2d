import { randomBytes } from 'node:crypto';
import type { User } from '#shared/auth.ts';

/** An endpoint of test servers only (serve-site.ts): creates a confirmed account and signs it in. */
export const TEST_PEOPLE_PATH = '/dev/test-people';

export const TEST_PASSWORD = 'correct horse';

export type TestPerson = { email: string; password: string; token: string; user: User };

export const newEmail = () => `person-${randomBytes(6).toString('hex')}@example.com`;
