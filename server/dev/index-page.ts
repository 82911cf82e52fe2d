import { html } from 'hono/html';
import { app } from '#app';
import type { Query } from '#server/database/database.ts';
import { findUsableAccounts } from '#server/demo/accounts.ts';
import type { Router } from '#server/http/router.ts';
import { devPage } from './page.ts';

/** Serves the list of the demo's pages for developers, and its accounts. */
export function indexPage(router: Router, query: Query) {
  router.add('GET', '/dev', async () => {
    const accounts = await findUsableAccounts(query);
    return devPage(
      'Developer pages',
      html`
      <h1>Developer pages</h1>
      <p class="soft">${app.name} is running as a demo. These pages do not exist in production.</p>
      <ul>
        ${entry('/dev/mailbox', 'Mailbox', 'The emails of this demo, which are shown here instead of being sent.')}
        ${entry('/dev/emails', 'Email templates', 'Every email that the app can send, with sample data.')}
        ${entry('/api/docs', 'API', 'Every call, what it takes and what it returns.')}
        ${entry('/', 'App', 'The home page.')}
      </ul>
      ${accounts.length > 0 ? accountList(accounts) : ''}`,
      { current: '/dev' },
    );
  });
}

const entry = (path: string, title: string, text: string) =>
  html`<li><a class="sheet" href="${path}"><strong>${title}</strong><br><span class="soft">${text}</span></a></li>`;

function accountList(accounts: Awaited<ReturnType<typeof findUsableAccounts>>) {
  return html`<h2>Demo accounts</h2>
  <ul>${accounts.map(
    ({ email, password, user_type }) =>
      html`<li class="sheet"><strong>${email}</strong> (${user_type})<br><span class="soft">Password:</span> <code>${password}</code></li>`,
  )}</ul>`;
}
