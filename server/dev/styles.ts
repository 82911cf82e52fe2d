import { raw } from 'hono/html';
import { app } from '#app';

const { colors } = app;

/** The style sheet of the demo server's pages, with the app's colours and fonts (client/styles.css). */
export const devStyles = raw(`
:root {
  color-scheme: light dark;
  --canvas: light-dark(${colors.canvas}, ${colors.canvasDark});
  --surface: light-dark(#fff, #1a1e28);
  --sunken: light-dark(#ecf1f6, #0d1015);
  --ink: light-dark(${colors.ink}, #edf0f6);
  --soft: light-dark(#465063, #b3bccb);
  --line: light-dark(#e1e8f0, #2a303d);
  --accent: light-dark(${colors.accent}, color-mix(in oklab, ${colors.accent} 55%, white));
  --accent-soft: light-dark(
    color-mix(in oklab, ${colors.accent} 9%, white),
    color-mix(in oklab, ${colors.accent} 26%, ${colors.canvasDark})
  );
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  background: var(--canvas);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  color: var(--ink);
  font: 16px/1.6 ui-sans-serif, -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto,
    "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  letter-spacing: -0.006em;
  overflow-wrap: break-word;
}
header { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar, header nav, main { max-width: 832px; margin: 0 auto; padding-inline: 20px; }
.bar { display: flex; align-items: center; justify-content: space-between; padding-block: 4px; }
header nav { display: flex; flex-wrap: wrap; column-gap: 20px; }
header a { display: inline-flex; align-items: center; gap: 10px; min-height: 44px; color: var(--soft); font-size: 15px; font-weight: 500; text-decoration: none; }
header a:hover { color: var(--ink); }
header .home { color: var(--ink); font-size: 18px; font-weight: 600; letter-spacing: -0.025em; }
header [aria-current] { color: var(--ink); box-shadow: inset 0 -2px var(--accent); }
main { padding-block: clamp(24px, 6vw, 40px) 80px; }
h1 { margin: 0 0 8px; font-size: clamp(28px, 4vw, 36px); line-height: 1.15; letter-spacing: -0.027em; text-wrap: balance; }
h2 { margin: 40px 0 12px; font-size: 21px; line-height: 1.35; letter-spacing: -0.016em; scroll-margin-top: 16px; }
h2::first-letter { text-transform: uppercase; }
p { margin: 0 0 16px; }
a { color: var(--accent); text-underline-offset: 0.2em; }
.soft { color: var(--soft); }
ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin: 24px 0; padding: 0; list-style: none; }
.contents { display: flex; flex-wrap: wrap; gap: 8px; }
.contents a { display: inline-flex; align-items: center; min-height: 44px; padding-inline: 16px; border-radius: 99px; color: var(--accent); background: var(--accent-soft); font-weight: 500; text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.sheet { display: block; padding: 16px 20px; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; text-decoration: none; }
a.sheet:hover, a.sheet:focus-visible { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.email { margin-bottom: 16px; overflow: hidden; border: 1px solid var(--line); border-radius: 16px; }
pre, code { font-family: var(--mono); letter-spacing: 0; overflow-wrap: anywhere; }
pre { margin: 0; font-size: 13px; line-height: 1.6; white-space: pre-wrap; }
code { font-size: 14px; }
details.sheet { padding-block: 7px; }
summary { padding-block: 9px; cursor: pointer; }
details > * + * { margin-block: 12px; }
.method { display: inline-block; min-width: 64px; color: var(--accent); font-weight: 700; }
`);
