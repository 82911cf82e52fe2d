import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { app } from '#app';
import { escapeHtml } from '#shared/escape-html.ts';

export const NATIVE_BUNDLE = 'dist-native';

const name = escapeHtml(app.name);

/** Files of the built site that the native app does not need: they are for browsers, robots and proxies. */
const WEB_ONLY =
  /\.(html|br)$|^(sw\.js|manifest\.webmanifest|robots\.txt|sitemap\.xml|social-card\.png|icons|\.built|\.sizes\.txt)$/;

/**
 * Writes the native bundle: scripts, styles and pictures of the website byte for byte, and one page for all screens
 * that contains the URL of the server.
 */
export async function writeNativeBundle(
  apiUrl: string,
  { site = 'dist', folder = NATIVE_BUNDLE } = {},
) {
  await rm(folder, { recursive: true, force: true });
  await cp(site, folder, { recursive: true, filter: (path) => !WEB_ONLY.test(basename(path)) });
  const shell = await readFile(join(site, '.shell.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), nativePage(shell, apiUrl));
  await writeFile(join(folder, 'error.html'), errorPage);
}

/** Validates the setting API_URL. Throws an error that says what is wrong with it. */
export function parseApiUrl(text: string | undefined): string {
  const example = 'for example API_URL=https://notes.example.com npm run native:sync';
  if (!text)
    throw new Error(`API_URL is not set: a native app needs the address of its server, ${example}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username;
  // Both shells block plain HTTP, except to localhost.
  const isSafe = url?.protocol === 'https:' || url?.hostname === 'localhost';
  if (!url || !isBare || !isSafe)
    throw new Error(`API_URL must be an https address without a path, ${example}`);
  return url.origin;
}

function nativePage(shell: string, apiUrl: string) {
  return shell
    .replace(/^.*rel="(manifest|apple-touch-icon)".*\n/gm, '')
    .replace('<!--app-->', '')
    .replace('<!--head-->', () =>
      [
        `<title>${name}</title>`,
        `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(apiUrl)}">`,
        `<meta name="api-url" content="${apiUrl}">`,
      ].join('\n    '),
    );
}

/** Returns the Content-Security-Policy, which the website gets as a header. Names the iOS scheme explicitly, next to 'self'. */
function contentSecurityPolicy(apiUrl: string) {
  const own = "'self' capacitor://localhost";
  return [
    `default-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} blob: data:`,
    `connect-src ${own} blob: ${apiUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The page loads no other file. Its script hides the splash screen and works in any browser engine. */
const errorPage = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>${name}</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; background: ${app.colors.canvas}; color: ${app.colors.ink}; font: 17px/1.5 -apple-system, Roboto, sans-serif; }
      main { max-width: 34ch; }
      h1 { font-size: 24px; line-height: 1.2; margin: 0 0 12px; }
    </style>
  </head>
  <body>
    <main>
      <h1>${name} could not start</h1>
      <p>Close the app and open it again. If that does not help, update your system and, on Android, the app “Android System WebView”.</p>
    </main>
    <script>window.Capacitor && Capacitor.nativePromise('SplashScreen', 'hide', {});</script>
  </body>
</html>
`;
