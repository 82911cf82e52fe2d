import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeNativeBundle } from '#tests/support/native-bundle.ts';
import { fakeDevice } from '../native/fake-device.ts';
import { shellScript } from '../native/shell-script.ts';
import { openWebKit } from './browser.ts';

/** The origin of the bundle on iOS. */
export const IOS_ORIGIN = 'capacitor://localhost';

/**
 * Opens the native app in WebKit: the real bundle at the origin that iOS uses, with the native-bridge.js of iOS.
 * native-shell.py shows the page and forwards the messages of the bridge; the plugins are faked here.
 */
export async function openNativeApp(apiUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'native-app-'));
  const [bundle, script, socket] = ['bundle', 'shell.js', 'plugins'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeNativeBundle(apiUrl, { folder: bundle });
  writeFileSync(script, shellScript('ios', IOS_ORIGIN));

  const device = fakeDevice((shell: Socket, result) => shell.write(`${JSON.stringify(result)}\n`));
  const plugins = createServer((shell) => {
    // The shell may have been closed before it gets a result.
    shell.on('error', () => {});
    createInterface(shell).on('line', (line) => device.receive(shell, JSON.parse(line)));
  }).listen(socket);
  const webkit = await openWebKit(IOS_ORIGIN, {
    name: 'native-shell',
    // Only Debian's Python finds Debian's WebKit.
    binary: '/usr/bin/python3',
    args: ['tests/e2e/webkit/native-shell.py', bundle, script, socket],
    window: { width: 390, height: 844 },
  });

  return {
    ...webkit,
    device,
    /** Puts a file on the device. Returns the URL at which the page can read it. */
    putFile(name: string, bytes: Buffer) {
      const files = join(folder, 'files');
      mkdirSync(files, { recursive: true });
      writeFileSync(join(files, name), bytes);
      return `${IOS_ORIGIN}/_capacitor_file_${files}/${name}`;
    },
    async close() {
      await webkit.close();
      plugins.close();
      rmSync(folder, { recursive: true });
    },
  };
}
