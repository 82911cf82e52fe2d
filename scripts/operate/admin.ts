import { features } from '#features/server.ts';
import { command } from '#scripts/run/command.ts';
import { createAccounts } from '#server/auth/store.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { removeDemoAccounts } from '#server/demo/accounts.ts';
import { emailOnly } from '#shared/auth.ts';
import { validate } from '#shared/validate.ts';

const userTypes = { grant: 'admin', revoke: 'user' } as const;

await command(
  'npm run admin -- grant|revoke <email>, or npm run admin -- delete-demo-accounts',
  async ([verb = '', email = '', ...rest]) => {
    const isAboutDemo = verb === 'delete-demo-accounts';
    if (rest.length > 0 || (isAboutDemo ? email : !(verb in userTypes) || !email)) return 'usage';
    const database = await openDatabase(readConfig(), features);
    try {
      if (isAboutDemo) await deleteDemoAccounts(database);
      else await setUserType(database, verb as keyof typeof userTypes, email);
    } finally {
      await database.close();
    }
  },
);

async function setUserType(database: Database, verb: keyof typeof userTypes, email: string) {
  const userType = userTypes[verb];
  const address = validate(emailOnly, { email });
  const found =
    address.valid && (await createAccounts(database).setUserType(address.value.email, userType));
  if (!found)
    throw new Error(
      `There is no account with the address ${email}. Someone who signed up must confirm by email first.`,
    );
  console.log(
    `${email} is now ${userType === 'admin' ? 'an admin' : 'a user without admin rights'}.`,
  );
}

async function deleteDemoAccounts(database: Database) {
  const emails = await removeDemoAccounts(database.query, createAccounts(database));
  console.log(
    emails.length === 0
      ? 'This database contains no demo accounts.'
      : `Deleted ${emails.join(' and ')} with everything they own. Their photos are deleted at the next start.`,
  );
}
