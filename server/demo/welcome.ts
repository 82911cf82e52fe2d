import { app } from '#app';
import type { Config } from '#server/config.ts';
import type { RunningServer } from '#server/process/server.ts';
import { isLoopbackHost } from '#server/settings/private-network.ts';
import { findUsableAccounts } from './accounts.ts';
import { visitorAccount } from './content.ts';
import { mailboxOf } from './demo-of.ts';

/** Prints what a developer needs to know after the start: the address, the demo accounts, where emails go. */
export async function welcome(
  config: Config,
  { port, database }: Pick<RunningServer, 'port' | 'database'>,
) {
  const url = config.publicUrl;
  return [
    '',
    `${app.name} is running at ${url}`,
    '',
    ...(config.mode === 'public-demo' ? visitorLines : await accountLines(database)),
    emailLine(config, port),
    ...(config.mode === 'demo' ? [`API:      ${url}/api/docs`] : []),
    '',
  ].join('\n');
}

/** Returns a line for each demo account that still exists. */
async function accountLines({ query }: RunningServer['database']) {
  const accounts = await findUsableAccounts(query);
  if (accounts.length === 0) return [];
  return [
    'Demo accounts:',
    ...accounts.map(
      ({ user_type, email, password }) => `  ${user_type.padEnd(8)}${email}  ${password}`,
    ),
    '',
  ];
}

const visitorLines = [
  'Each visitor who signs in with this account gets one of their own for a day:',
  `  ${visitorAccount.email}  ${visitorAccount.password}`,
  '',
];

function emailLine(config: Config, port: number) {
  if (config.smtpUrl) return 'Emails:   sent through SMTP_URL';
  if (config.mode === 'public-demo')
    return 'Emails:   none, so sign-up is closed; set SMTP_URL to open it';
  const mailbox = mailboxOf(config);
  if (mailbox) return `Mailbox:  ${config.publicUrl}${mailbox}`;
  if (isLoopbackHost(config.host) || ALL_ADDRESSES.includes(config.host))
    return `Mailbox:  http://localhost:${port}/dev/mailbox (on this machine only)`;
  return 'Mailbox:  closed to the network; set MAILBOX_ON_NETWORK=true to open it';
}

const ALL_ADDRESSES = ['0.0.0.0', '::'];
