import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseEnv } from 'node:util';
import { readConfig } from '#server/config.ts';

type Asked = 'PUBLIC_URL' | 'SMTP_URL' | 'MAIL_FROM';

const QUESTIONS: [name: Asked, question: string][] = [
  ['PUBLIC_URL', 'Domain, such as notes.example.com'],
  ['SMTP_URL', 'Mail server, such as smtps://user:password@mail.example.com'],
  ['MAIL_FROM', 'Sender of emails, such as Notes <notes@example.com>'],
];
/** What a server behind Caddy needs. A file of settings may overrule it. */
const DEFAULTS = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  TRUST_PROXY: '1',
  DATA_DIR: '/var/lib/app',
};

/**
 * Returns the settings of a new server, as the text of their file: from a file, the domain, and answers to questions.
 * Throws if some are missing and nobody can be asked, or if the server would reject them.
 */
export async function settingsForNewServer(
  { settings: file, domain }: { settings: string | undefined; domain: string | undefined },
  terminal: { isTTY?: boolean } = process.stdin,
) {
  const written: Record<string, string | undefined> = file
    ? parseEnv(readFileSync(file, 'utf8'))
    : {};
  const values = { ...DEFAULTS, ...(domain && { PUBLIC_URL: urlOf(domain) }), ...written };
  const missing = QUESTIONS.filter(([name]) => !(values as typeof written)[name]);
  if (missing.length > 0 && !terminal.isTTY)
    throw new Error(
      `The server is new and needs ${missing.map(([name]) => name).join(', ')}: write them to a file, one NAME=value per line, and pass it with --settings.`,
    );
  Object.assign(values, missing.length > 0 ? await ask(missing) : {});
  readConfig(values);
  if (values.DATA_DIR !== DEFAULTS.DATA_DIR)
    throw new Error(`DATA_DIR must be ${DEFAULTS.DATA_DIR}, to which the units give access.`);
  return `${Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(name, value as string)}`)
    .join('\n')}\n`;
}

async function ask(missing: typeof QUESTIONS) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answers: Record<string, string> = {};
  try {
    for (const [name, question] of missing) {
      const answer = (await terminal.question(`${question}: `)).trim();
      answers[name] = name === 'PUBLIC_URL' ? urlOf(answer) : answer;
    }
  } finally {
    terminal.close();
  }
  return answers;
}

/** Returns the address of a domain, which may be an address already. */
export const urlOf = (domain: string) => (domain.includes('://') ? domain : `https://${domain}`);

/** Quotes a value where the file needs it: a # would begin a comment. */
function quoted(name: string, value: string) {
  const written = ['', "'", '"', '`'].map((quote) => `${quote}${value}${quote}`);
  const right = written.find((text) => parseEnv(`${name}=${text}\n`)[name] === value);
  if (right === undefined) throw new Error(`${name} cannot be written to a file of settings.`);
  return right;
}
