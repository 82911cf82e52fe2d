import { html } from 'hono/html';
import { app } from '#app';
import type { Reply } from '#server/http/responses.ts';
import { logoDataUrl } from '#server/mail/logo.ts';
import { devStyles } from './styles.ts';

type Html = ReturnType<typeof html>;

const PAGES = [
  { path: '/dev', label: 'Overview' },
  { path: '/dev/mailbox', label: 'Mailbox' },
  { path: '/dev/emails', label: 'Email templates' },
  { path: '/api/docs', label: 'API' },
];

type Options = {
  status?: number;
  /** The page that the menu marks as the current one. */
  current?: string;
  /** False if the reader cannot open the pages under /dev. */
  hasMenu?: boolean;
};

/** Returns a page of the demo server. It has no scripts and loads nothing. */
export async function devPage(
  title: string,
  content: Html,
  { status = 200, current, hasMenu = true }: Options = {},
): Promise<Reply> {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
    body: String(
      await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${app.name}</title>
<style>${devStyles}</style>
</head>
<body>
<header>
<div class="bar"><a class="home" href="/"><img src="${logoDataUrl()}" width="32" height="32" alt=""> ${app.name}</a><a href="/">Back to the app</a></div>
${hasMenu ? html`<nav aria-label="Developer pages">${PAGES.map(({ path, label }) => html`<a href="${path}"${path === current ? html` aria-current="page"` : ''}>${label}</a>`)}</nav>` : ''}
</header>
<main>${content}</main>
</body>
</html>`,
    ),
  };
}
