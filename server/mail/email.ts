import { html } from 'hono/html';
import { app } from '#app';
import { LOGO_URL } from './logo.ts';

export type Email = { to: string; subject: string; html: string; text: string };

export type EmailContent = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  actions: { label: string; url: string }[];
  footnote: string;
};

/** Renders an email as HTML and as text, with the same content and links. */
export function renderEmail(content: EmailContent): Email {
  return {
    to: content.to,
    subject: content.subject,
    html: String(asHtml(content)),
    text: asText(content),
  };
}

function asText({ heading, paragraphs, actions, footnote }: EmailContent) {
  return [
    heading,
    ...paragraphs,
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    footnote,
    `${app.name}\nQuestions? Write to ${app.supportEmail}`,
  ].join('\n\n');
}

// Mail clients support tables and inline styles. Some support the style block too, which adds dark colours.
function asHtml({ subject, heading, paragraphs, actions, footnote }: EmailContent) {
  const { colors } = app;
  const font =
    "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const [main, ...others] = actions;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #12151c !important; }
  .sheet { background-color: #1b202b !important; border-color: #2b3240 !important; }
  .ink { color: #edf0f6 !important; }
  .soft { color: #aab2c2 !important; }
  .link { color: #a5b1ff !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:${colors.canvas}">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0]}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background-color:${colors.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:10px"><img src="${LOGO_URL}" width="40" height="40" alt="" style="display:block;border:0"></td>
<td class="ink" style="${font};font-size:18px;font-weight:700;letter-spacing:-0.01em;color:${colors.ink}">${app.name}</td>
</tr></table>
</td></tr>
<tr><td class="sheet" style="background-color:#ffffff;border:1px solid #e2e8f0;border-radius:16px;padding:32px 28px">
<h1 class="ink" style="${font};margin:0 0 16px;font-size:22px;line-height:1.3;letter-spacing:-0.02em;color:${colors.ink}">${heading}</h1>
${paragraphs.map((text) => html`<p class="ink" style="${font};margin:0 0 16px;font-size:16px;line-height:1.6;color:${colors.ink}">${text}</p>`)}
${
  main &&
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td style="border-radius:10px;background-color:${colors.accent}">
<a href="${main.url}" target="_top" style="${font};display:inline-block;padding:14px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:10px">${main.label}</a>
</td></tr></table>
<p class="soft" style="${font};margin:0 0 24px;font-size:14px;line-height:1.6;color:#5a6578">If the button does not work, copy this link into your browser:<br>
<a class="link" href="${main.url}" target="_top" style="color:${colors.accent};word-break:break-all">${main.url}</a></p>`
}
${others.map(({ label, url }) => html`<p style="${font};margin:0 0 16px;font-size:16px"><a class="link" href="${url}" target="_top" style="color:${colors.accent}">${label}</a></p>`)}
<p class="soft" style="${font};margin:0;font-size:14px;line-height:1.6;color:#5a6578">${footnote}</p>
</td></tr>
<tr><td class="soft" style="${font};padding:20px 4px 0;font-size:13px;line-height:1.6;color:#5a6578">Questions? Write to <a class="link" href="mailto:${app.supportEmail}" style="color:${colors.accent}">${app.supportEmail}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}
