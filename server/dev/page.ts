import { html } from 'hono/html';
import { app } from '#app';
import type { Reply } from '#server/http/responses.ts';

type Html = ReturnType<typeof html>;

/** Returns a page of the demo server. It has no scripts and loads nothing. */
export async function devPage(title: string, content: Html, status = 200): Promise<Reply> {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'",
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
<style>
:root { --canvas: ${app.colors.canvas}; --sheet: #fff; --ink: ${app.colors.ink}; --soft: #5a6578; --line: #e2e8f0; --accent: ${app.colors.accent}; }
@media (prefers-color-scheme: dark) { :root { --canvas: ${app.colors.canvasDark}; --sheet: #1b202b; --ink: #edf0f6; --soft: #aab2c2; --line: #2b3240; --accent: #a5b1ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.6 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 40px 20px 80px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; margin: 0 0 8px; }
h2 { font-size: 18px; margin: 32px 0 12px; text-transform: capitalize; }
a { color: var(--accent); }
p { margin: 0 0 16px; } .soft { color: var(--soft); }
ul { list-style: none; margin: 24px 0; padding: 0; display: grid; gap: 12px; }
.sheet { display: block; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; padding: 16px 20px; color: inherit; text-decoration: none; }
a.sheet:hover, a.sheet:focus-visible { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
iframe { width: 100%; height: 620px; border: 1px solid var(--line); border-radius: 14px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; margin: 0; }
code { font: 14px ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
summary { cursor: pointer; } details > * + * { margin-top: 12px; }
.method { display: inline-block; min-width: 64px; font-weight: 700; color: var(--accent); }
</style>
</head>
<body><main>${content}</main></body>
</html>`,
    ),
  };
}
