import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

type DeliveredEmail = {
  /** The recipients in the envelope, which may differ from the headers. */
  recipients: string[];
  headers: Map<string, string>;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The Content-IDs of attached pictures, by which the HTML shows them. */
  pictureIds: string[];
};

/** Starts a real SMTP server that stores the emails it receives. */
export async function startSmtpServer({
  port = 0,
  password,
  responseTo = () => undefined,
}: {
  port?: number;
  /** Lets clients sign in with this password only. Without it, nobody can sign in. */
  password?: string;
  /** Returns the SMTP response, such as 450 or 550, for emails to a recipient. Undefined accepts them. */
  responseTo?: (recipient: string) => number | undefined;
} = {}) {
  const emails: DeliveredEmail[] = [];
  const arrived: string[] = [];
  let held = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.password === password ? done(null, { user: given.username }) : done(new Error('Wrong')),
    logger: false,
    closeTimeout: 100,
    async onData(stream, session, done) {
      const raw = await text(stream).catch(() => undefined);
      // The connection was closed in the middle, for example because the server under test stops.
      if (raw === undefined) return;
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      arrived.push(...recipients);
      await held;
      const responseCode = recipients.map(responseTo).find(Boolean);
      // Quotes the recipient, as real servers do.
      if (responseCode)
        return done(Object.assign(new Error(`no mailbox ${recipients}`), { responseCode }));
      emails.push({ recipients, ...parsed(raw) });
      done();
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;

  return {
    emails,
    /** The recipients of all emails that arrived, accepted or not. */
    arrived,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    /** Delays the response to all further emails until the promise resolves. */
    hold(until: Promise<void>) {
      held = until;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function parsed(raw: string) {
  const { headers, body } = entity(raw);
  const parts = partsOf({ headers, body });
  const content = (type: string) =>
    decoded(parts.find(({ headers }) => headers.get('content-type')?.startsWith(type)));
  return {
    headers,
    to: headers.get('to') ?? '',
    subject: decodedWords(headers.get('subject') ?? ''),
    text: content('text/plain'),
    html: content('text/html'),
    pictureIds: parts
      .filter(({ headers }) => headers.get('content-type')?.startsWith('image/'))
      .map(({ headers }) => headers.get('content-id') ?? ''),
  };
}

/** Lists the parts of an email, which may have parts themselves. */
function partsOf({ headers, body }: Entity): Entity[] {
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary) return [{ headers, body }];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((part) => partsOf(entity(part.trimStart())));
}

type Entity = ReturnType<typeof entity>;

function entity(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

function decoded(part: Entity | undefined) {
  const { headers, body } = part ?? entity('');
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r\n/g, '')) : body;
}

/** Decodes the encoded words of a header, which contain non-ASCII characters. */
function decodedWords(header: string) {
  return header
    .replaceAll('?= =?', '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/g, (_, encoding, word) =>
      encoding === 'B'
        ? Buffer.from(word, 'base64').toString()
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}

function quotedPrintable(text: string) {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
