import type { Config } from '#server/config.ts';
import type { Stores } from '#server/server.ts';
import { DemoAccountsFound, findDemoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

/** Seeds the demo, and refuses to open an account with a published password to the public. */
export async function prepareMode(mode: Config['mode'], stores: Stores) {
  if (mode !== 'demo') {
    const found = await findDemoAccounts(stores.database.query);
    // A public demo lets everyone in as its user, but nobody as its admin.
    const dangerous = found.filter(
      ({ user_type }) => mode === 'production' || user_type === 'admin',
    );
    if (dangerous.length > 0) throw new DemoAccountsFound(dangerous.map(({ email }) => email));
  }
  if (mode !== 'production') await seedDemo(stores, { withAdmin: mode === 'demo' });
}
