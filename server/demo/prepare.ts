import type { Config } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { DemoAccountsFound, findDemoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

/** Seeds the demo. Throws where an account with a published password would be open to the public. */
export async function prepareMode(
  mode: Config['mode'],
  dependencies: Pick<Dependencies, 'database' | 'features'>,
) {
  if (mode !== 'demo') {
    const found = await findDemoAccounts(dependencies.database.query);
    // A public demo lets everyone in as its user, but nobody as its admin.
    const dangerous = found.filter(
      ({ user_type }) => mode === 'production' || user_type === 'admin',
    );
    if (dangerous.length > 0) throw new DemoAccountsFound(dangerous.map(({ email }) => email));
  }
  if (mode !== 'production') await seedDemo(dependencies, { withAdmin: mode === 'demo' });
}
