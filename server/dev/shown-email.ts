import { html, raw } from 'hono/html';
import type { Email } from '#server/mail/email.ts';
import { LOGO_URL, logoDataUrl } from '#server/mail/logo.ts';

/**
 * Shows an email as HTML and as text. Its styles and those of the page do not affect each other, and it is as high as
 * its content. The page allows no scripts.
 */
export function shownEmail({ subject, html: content, text }: Omit<Email, 'to'>) {
  const page = content.replaceAll(LOGO_URL, logoDataUrl());
  return html`
  <div class="email" role="group" aria-label="${subject}"><template shadowrootmode="open"><style>:host > * { letter-spacing: normal; }</style>${raw(page)}</template></div>
  <details class="sheet"><summary>Plain text</summary><pre>${text}</pre></details>`;
}
