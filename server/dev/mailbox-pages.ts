import type { IncomingMessage } from 'node:http';
import { html } from 'hono/html';
import type { Query } from '#server/database/database.ts';
import { json } from '#server/http/responses.ts';
import type { Router } from '#server/http/router.ts';
import { isUuid } from '#server/http/uuid.ts';
import { findInMailbox, listMailbox } from '#server/mail/mailbox.ts';
import { isLoopback, isLoopbackHost } from '#server/settings/private-network.ts';
import { DATE_LOCALE } from '#shared/constants.ts';
import { devPage } from './page.ts';
import { shownEmail } from './shown-email.ts';

/** Serves the demo's mailbox, as pages and as JSON for scripts. Its links give access to every account of the demo. */
export function mailboxPages(router: Router, query: Query) {
  router.add('GET', '/dev/mailbox', async ({ request }) => {
    const emails = await listMailbox(query);
    if (wantsJson(request)) return json(200, { success: true, emails });
    return devPage(
      'Mailbox',
      html`
      <h1>Mailbox</h1>
      <p class="soft">Emails of this demo are shown here instead of being sent. To look at all of them: <a href="/dev/emails">email templates</a>.</p>
      ${emails.length === 0 ? html`<p class="sheet">No emails yet. Sign up or ask for a password reset, then reload this page.</p>` : ''}
      <ul>${emails.map(
        (email) => html`<li><a class="sheet" href="/dev/mailbox/${email.id}">
          <strong>${email.subject}</strong><br>
          <span class="soft">To ${email.recipient} · ${when(email.created_at)}</span></a></li>`,
      )}</ul>`,
      { current: '/dev/mailbox' },
    );
  });

  router.add('GET', '/dev/mailbox/:id', async ({ request }, { id = '' }) => {
    const email = isUuid(id) ? await findInMailbox(query, id) : undefined;
    if (!email)
      return devPage(
        'Not found',
        html`<h1>There is no such email</h1><p><a href="/dev/mailbox">Back to the mailbox</a></p>`,
        { status: 404 },
      );
    if (wantsJson(request)) return json(200, { success: true, email });
    return devPage(
      email.subject,
      html`
      <p><a href="/dev/mailbox">Back to the mailbox</a></p>
      <h1>${email.subject}</h1>
      <p class="soft">To ${email.recipient} · ${when(email.created_at)}</p>
      ${shownEmail(email)}`,
    );
  });
}

/**
 * Tells whether a request comes from this machine. A local proxy forwards requests of others, so its headers must name
 * this machine too. The Host must be a loopback name, because a page on the internet can make its own name resolve to
 * this machine. The proxy of `npm run dev` sends the four headers that are accepted here.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage) {
  const forwarding = Object.keys(headers).filter((name) => FORWARDING_HEADER.test(name));
  const isForwarded = forwarding.length > 0;
  const hops = isForwarded ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  const hosts = [headers.host ?? '', headers['x-forwarded-host'] ?? headers.host ?? ''];
  return (
    forwarding.every((name) => DEV_PROXY_HEADERS.includes(name)) &&
    [socket.remoteAddress ?? '', ...hops].every((hop) => isLoopback(hop.trim())) &&
    hosts.every((host) => isLoopbackHost(String(host)))
  );
}

const FORWARDING_HEADER = /^(x-forwarded-|x-real-ip|x-client-ip|cf-|true-client-ip|forwarded|via)/;
const DEV_PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
];

const wantsJson = ({ headers }: IncomingMessage) =>
  headers.accept?.includes('application/json') ?? false;

const when = (time: string) =>
  new Date(time).toLocaleString(DATE_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
