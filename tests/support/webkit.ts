import { existsSync, globSync } from 'node:fs';

/** WebKit's MiniBrowser, which WebDriver can control. */
export const MINI_BROWSER = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];

export const isWebKitInstalled = () =>
  existsSync('/usr/bin/WebKitWebDriver') &&
  existsSync('/usr/bin/Xvfb') &&
  MINI_BROWSER !== undefined;

/** Checks for WebKit and its Python bindings, which tests/e2e/webkit/native-shell.py needs. */
export const isNativeShellInstalled = () =>
  isWebKitInstalled() &&
  existsSync('/usr/lib/python3/dist-packages/gi') &&
  globSync('/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib').length > 0;
