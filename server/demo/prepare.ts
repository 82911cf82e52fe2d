import type { Config } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { DemoAccountsFound, findDemoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

/**
 * Seeds the demo; a public demo creates accounts when visitors sign in. Throws if an account with a published password
 * would be accessible to the public.
 */
export async function prepareMode(
  mode: Config['mode'],
  dependencies: Pick<Dependencies, 'database' | 'features' | 'log'>,
) {
  if (mode === 'demo') return seedDemo(dependencies);
  const found = await findDemoAccounts(dependencies.database.query);
  // In a public demo, anyone may sign in as a user, but nobody as the admin.
  const dangerous = found.filter(({ user_type }) => mode === 'production' || user_type === 'admin');
  if (dangerous.length > 0) throw new DemoAccountsFound(dangerous.map(({ email }) => email));
}
