import { hashPassword } from '#server/auth/passwords.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { User } from '#shared/auth.ts';
import { newEmail, TEST_PASSWORD, type TestPerson } from './test-people.ts';

const hashes = new Map<string, Promise<string>>();

/** Creates a confirmed account and signs it in, without sending an email. Hashes each password only once. */
export async function createTestPerson(
  { accounts, sessions }: Pick<Dependencies, 'accounts' | 'sessions'>,
  overrides: Partial<Omit<User, 'id'> & { password: string }> = {},
): Promise<TestPerson> {
  const { password, ...profile } = {
    email: newEmail(),
    password: TEST_PASSWORD,
    first_name: 'Ada',
    last_name: 'Byron',
    user_type: 'user' as const,
    ...overrides,
  };
  const password_hash = await hashOnce(password);
  const id = await accounts.seed({ ...profile, password_hash });
  const token = (await sessions.start({ id, password_hash })) as string;
  return { email: profile.email, password, token, user: { id, ...profile } };
}

function hashOnce(password: string) {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}
