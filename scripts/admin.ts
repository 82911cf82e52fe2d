import { features } from '#features/server.ts';
import { createAccounts } from '#server/auth/store.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { emailOnly } from '#shared/auth.ts';
import { validate } from '#shared/validate.ts';
import { command } from './command.ts';

const userTypes = { grant: 'admin', revoke: 'user' } as const;

await command('npm run admin -- grant|revoke <email>', async ([verb = '', email = '']) => {
  if (!(verb in userTypes) || !email) return 'usage';
  const database = await openDatabase(readConfig(), features);
  try {
    const userType = userTypes[verb as keyof typeof userTypes];
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
  } finally {
    await database.close();
  }
});
