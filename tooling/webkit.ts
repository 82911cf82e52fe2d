import { existsSync, globSync } from 'node:fs';

/** WebKit's own small browser, which a WebDriver can drive. */
export const MINI_BROWSER = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];

export const isWebKitInstalled = () =>
  existsSync('/usr/bin/WebKitWebDriver') &&
  existsSync('/usr/bin/Xvfb') &&
  MINI_BROWSER !== undefined;

/** Also needs WebKit for Python, which holds the page as iOS's shell does. */
export const isNativeShellInstalled = () =>
  isWebKitInstalled() &&
  existsSync('/usr/lib/python3/dist-packages/gi') &&
  globSync('/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib').length > 0;
