import { join } from 'node:path';
import { app } from '#app';
import { textsOfKit } from '#scripts/product/kit-identity.ts';
import type { Config } from '#server/config.ts';
import { hasTable } from '#server/database/migration-records.ts';
import { openToRead } from '#server/database/open-database.ts';
import { DemoAccountsFound, findDemoAccounts } from '#server/demo/accounts.ts';
import { findNewestBackup } from '#server/health/data-folder.ts';
import { type Check, type Finding, note, ok, problem } from './check.ts';
import { exampleSettings, isExample } from './examples.ts';

const RECENT_BACKUP_MS = 2 * 24 * 60 * 60 * 1000;

/** Checks what a server on the internet needs besides valid settings. */
export const checkLaunch: Check = async (config) => [
  ...checkSettings(config),
  checkIdentity(),
  checkTexts(),
  await checkDemoAccounts(config),
  await checkBackups(config),
];

function checkSettings({ mode, publicUrl, smtpUrl, mailFrom, trustedProxies, host }: Config) {
  const { protocol, hostname } = new URL(publicUrl);
  const examples = exampleSettings();
  const sender = typeof mailFrom === 'string' ? mailFrom : mailFrom.address;
  return [
    mode === 'production'
      ? ok('NODE_ENV is production')
      : problem('this is a demo, whose passwords are known: set NODE_ENV=production'),
    protocol === 'https:'
      ? ok(`PUBLIC_URL is ${publicUrl}`)
      : problem(`PUBLIC_URL is ${publicUrl}: set the https address that people will use`),
    hostname === app.host
      ? ok('app.config.ts has the host of PUBLIC_URL')
      : problem(
          `app.config.ts has the host ${app.host}, PUBLIC_URL has ${hostname}: make them equal`,
        ),
    ...(smtpUrl ? [] : [problem('no emails are sent: set SMTP_URL')]),
    isExample(sender)
      ? problem(`emails are sent by ${sender}: set MAIL_FROM to an address of yours`)
      : ok(`emails are sent by ${sender}`),
    trustedProxies > 0
      ? ok(`${trustedProxies} proxies in front of the server are trusted`)
      : problem(
          'TRUST_PROXY is not set: set the number of your proxies, one of which has to provide https',
        ),
    ...(trustedProxies > 0 && host === '0.0.0.0'
      ? [
          note(
            'other machines can reach the port without the proxy: set HOST=127.0.0.1 or close it in the firewall',
          ),
        ]
      : []),
    ...(examples.length > 0
      ? [problem(`${examples.join(', ')} still have the values of .env.example: set your own`)]
      : [ok('no setting has a value of .env.example')]),
  ];
}

function checkIdentity(): Finding {
  const { host, supportEmail, sourceUrl } = app;
  const examples = [host, supportEmail, sourceUrl && new URL(sourceUrl).hostname].filter(
    (value) => value && isExample(value),
  );
  return examples.length > 0
    ? problem(`app.config.ts still has ${examples.join(', ')}: set your own, or remove sourceUrl`)
    : ok('app.config.ts has addresses of yours');
}

/** Checks the texts that users see before they use the app: on the home page, in search results and in stores. */
function checkTexts(): Finding {
  const kept = textsOfKit(app);
  return kept.length > 0
    ? problem(`app.config.ts still has the ${kept.join(' and ')} of the kit: write your own`)
    : ok('tagline and description are not those of the kit');
}

async function checkDemoAccounts(config: Config): Promise<Finding> {
  const database = await openToRead(config);
  if (!database) return ok('there are no demo accounts');
  try {
    const found = (await hasTable(database, 'demo_accounts'))
      ? await findDemoAccounts(database.query)
      : [];
    return found.length > 0
      ? problem(new DemoAccountsFound(found.map(({ email }) => email)).message)
      : ok('there are no demo accounts');
  } finally {
    await database.close();
  }
}

async function checkBackups({ dataDir }: Config): Promise<Finding> {
  const folder = join(dataDir, 'backups');
  const newest = await findNewestBackup(dataDir);
  return newest !== undefined && newest > Date.now() - RECENT_BACKUP_MS
    ? ok(`the newest backup in ${folder} is from the last two days: copy it to another place too`)
    : note(`${folder} has no backup of the last two days: see docs/deploy/backups.md`);
}
