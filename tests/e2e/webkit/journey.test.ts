import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isWebKitInstalled } from '#tests/support/webkit.ts';
import { photoFile } from '../support/pictures.ts';
import { startSite } from '../support/site-server.ts';
import { openWebKit, type WebKit } from './browser.ts';
import { JOURNEY_LIMIT_MS, mainJourney } from './journey.ts';

const skip = isWebKitInstalled()
  ? false
  : 'WebKit is not installed (Debian: webkit2gtk-driver and xvfb)';

let site: Awaited<ReturnType<typeof startSite>>;
let webkit: WebKit;

before(async () => {
  if (skip) return;
  site = await startSite();
  webkit = await openWebKit(site.url);
});
after(async () => {
  await webkit?.close();
  await site?.end();
});

test('The main journey works in WebKit', { skip, timeout: JOURNEY_LIMIT_MS }, (t) =>
  mainJourney(t, webkit, {
    server: site.url,
    followLink: webkit.open,
    addPhoto: async () => webkit.choose('Choose from gallery', await photoOnDisk()),
  }),
);

async function photoOnDisk() {
  const { name, buffer } = await photoFile();
  const path = join(mkdtempSync(join(tmpdir(), 'photo-')), name);
  writeFileSync(path, buffer);
  return path;
}
