/**
 * npm run native:sync      copies the built site into both shells; API_URL is the server they call
 * npm run native:android   sync, then build and start on a phone or emulator; `-- open` opens Android Studio
 * npm run native:ios       the same for iOS and Xcode
 * npm run native:live -- android|ios    the development server on this network, with live reload
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { app } from '#app';
import { applyChanges } from '#scripts/product/changes.ts';
import { command } from '#scripts/run/command.ts';
import { parseApiUrl, writeNativeBundle } from '#tests/support/native-bundle.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { nativeIdentity } from './native-identity.ts';

// API_URL may be set there.
if (existsSync('.env')) process.loadEnvFile('.env');

await command(
  'npm run native:sync | native:android | native:ios | native:live',
  ([what, ...args]) => {
    if (what === 'sync') return sync();
    if (what === 'android' || what === 'ios') return openOrRun(what, args);
    if (what === 'live') return live(args);
    return Promise.resolve('usage');
  },
);

async function sync() {
  const apiUrl = parseApiUrl(process.env.API_URL);
  await writeNativeBundle(apiUrl);
  applyChanges(nativeIdentity({ ...app, version: packageJson.version }));
  await cap('sync');
  console.log(`The native app will call ${apiUrl}.`);
  if (new URL(apiUrl).hostname !== app.host)
    console.log(
      `Links in emails open it only if they lead to https://${app.host} (app.config.ts).`,
    );
}

async function openOrRun(platform: 'android' | 'ios', args: string[]) {
  await sync();
  if (args[0] === 'open') await cap('open', platform);
  else await cap('run', platform, '--no-sync', ...args);
}

async function live([platform, ...args]: string[]) {
  if (platform !== 'android' && platform !== 'ios') return 'usage';
  const host = ownAddress();
  const port = process.env.PORT || '3000';
  const url = `http://${host}:${port}`;
  await writeNativeBundle(url);
  applyChanges(nativeIdentity({ ...app, version: packageJson.version }));

  const server = spawn(process.execPath, ['scripts/dev/dev.ts'], {
    stdio: 'inherit',
    env: { ...process.env, HOST: '0.0.0.0', PORT: port, PUBLIC_URL: url },
  });
  try {
    await waitFor(`the development server responds at ${url}`, () =>
      fetch(`${url}/api/ready`).catch(() => undefined),
    );
    await cap('run', platform, '--live-reload', '--host', host, '--port', port, ...args);
  } finally {
    server.kill('SIGTERM');
  }
}

/** Returns the address at which a phone on the same network reaches this machine. */
function ownAddress() {
  const found = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);
  if (!found) throw new Error('This machine is not connected to a network that a phone could use.');
  return found.address;
}

async function cap(...args: string[]) {
  const child = spawn(process.execPath, ['node_modules/@capacitor/cli/bin/capacitor', ...args], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`cap ${args[0]} failed.`);
}
