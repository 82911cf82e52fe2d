import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeNativeBundle } from '#tooling/native-bundle.ts';
import { fakeDevice } from '../native/fake-device.ts';
import { shellScript } from '../native/shell-script.ts';
import { openWebKit } from './browser.ts';

/** Where iOS's shell serves the bundle. */
export const NATIVE_ORIGIN = 'capacitor://localhost';

/**
 * The native app in WebKit: the bundle at iOS's own address behind iOS's own native-bridge.js.
 * native-shell.py holds the page and passes on what the bridge posts; the plugins answer here.
 */
export async function openNativeApp(apiUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'native-app-'));
  const [bundle, script, socket] = ['bundle', 'shell.js', 'plugins'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeNativeBundle(apiUrl, { folder: bundle });
  writeFileSync(script, shellScript('ios', NATIVE_ORIGIN));

  const device = fakeDevice((shell: Socket, result) => shell.write(`${JSON.stringify(result)}\n`));
  const plugins = createServer((shell) => {
    // A shell that is gone by now gets no answer.
    shell.on('error', () => {});
    createInterface(shell).on('line', (line) => device.receive(shell, JSON.parse(line)));
  }).listen(socket);
  const webkit = await openWebKit(NATIVE_ORIGIN, {
    name: 'native-shell',
    // Debian's own: any other Python does not find Debian's WebKit.
    binary: '/usr/bin/python3',
    args: ['e2e/webkit/native-shell.py', bundle, script, socket],
    window: { width: 390, height: 844 },
  });

  return {
    ...webkit,
    device,
    /** Puts a file on the device; the page reads it at the address that is returned. */
    putFile(name: string, bytes: Buffer) {
      const files = join(folder, 'files');
      mkdirSync(files, { recursive: true });
      writeFileSync(join(files, name), bytes);
      return `${NATIVE_ORIGIN}/_capacitor_file_${files}/${name}`;
    },
    async close() {
      await webkit.close();
      plugins.close();
      rmSync(folder, { recursive: true });
    },
  };
}
