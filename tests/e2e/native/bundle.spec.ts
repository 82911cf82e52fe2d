import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseApiUrl, writeNativeBundle } from '#tests/support/native-bundle.ts';
import { PATHS } from '../support/site.ts';
import { expect, signInWithoutScreens, test } from './fixtures.ts';

test('The native bundle contains the scripts and styles of the website byte for byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'native-bundle-'));
  try {
    await writeNativeBundle('https://notes.example.com', { folder });
    const files = globSync('**/*.{js,css}', { cwd: folder });
    expect(files.length).toBeGreaterThan(10);
    for (const file of files)
      expect(readFileSync(join(folder, file)).equals(readFileSync(join('dist', file)))).toBe(true);
    expect(globSync('**/*.{html,webmanifest,xml,txt,br,gz}', { cwd: folder }).sort()).toEqual([
      'error.html',
      'index.html',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('The website never downloads Capacitor code, not even by prefetching', async ({
  page,
  request,
  baseURL,
  native,
  person,
}) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  /** Recognises Capacitor by an error message of its core, which survives minification. */
  const containsCapacitor = async (path: string) =>
    (await (await request.get(path)).text()).includes('plugin is not implemented on');

  // The network never becomes idle while the stream is open.
  await page.route('**/api/changes/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
  await signInWithoutScreens(page, person);
  for (const path of PATHS) {
    await page.goto(baseURL + path);
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.size).toBeGreaterThan(10);
  for (const path of scripts) expect(await containsCapacitor(path), path).toBe(false);
  expect(await (await request.get('/sw.js')).text()).not.toContain('/assets/capacitor');

  const websiteScripts = new Set(scripts);
  await native.open();
  await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
  const nativeScripts = [...scripts].filter((path) => !websiteScripts.has(path));
  expect(await Promise.all(nativeScripts.map(containsCapacitor)), 'the native app does').toContain(
    true,
  );
});

test('A native build without a valid API_URL fails with a clear error message', () => {
  expect(() => parseApiUrl(undefined)).toThrow(/^API_URL is not set: .* API_URL=https:/);
  for (const wrong of ['notes.example.com', 'http://notes.example.com', 'https://x.example/api'])
    expect(() => parseApiUrl(wrong)).toThrow(/^API_URL must be an https address without a path/);
  expect(parseApiUrl('https://notes.example.com/')).toBe('https://notes.example.com');
});
