import { existsSync } from 'node:fs';
import { findChromium, findChromiumOfPlaywright } from '#tests/support/chromium.ts';
import { type Check, note, ok, problem } from './check.ts';

/** Looks for the browser that tests use. A server needs none. */
export const checkBrowser: Check = async (_config, { production }) => {
  const path = process.env.CHROMIUM || findChromium() || findChromiumOfPlaywright();
  if (path && existsSync(path)) return [ok(`browser tests run in ${path}`)];
  const text = path
    ? `CHROMIUM is ${path}, which does not exist: correct it`
    : 'browser tests find no Chromium: npm run test:browser installs one';
  return [(production ? note : problem)(text)];
};
