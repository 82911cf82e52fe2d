import { html } from 'hono/html';
import type { Email } from '#server/mail/email.ts';
import { LOGO_URL, logoDataUrl } from '#server/mail/logo.ts';

/** Shows an email as HTML, in a frame that runs no scripts, and as text. */
export function shownEmail({ subject, html: content, text }: Omit<Email, 'to'>) {
  const page = content.replaceAll(LOGO_URL, logoDataUrl());
  return html`
  <p><iframe title="${subject}" srcdoc="${page}" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe></p>
  <details class="sheet"><summary>Plain text</summary><pre>${text}</pre></details>`;
}
