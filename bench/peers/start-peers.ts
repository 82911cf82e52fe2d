import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '#bench/suite/clean-up.ts';
import type { OtherServers } from '#bench/suite/run-suite.ts';
import { betterAuth } from './better-auth.ts';
import { parseServer } from './parse-server.ts';
import type { Peer } from './peer.ts';
import { pocketBase } from './pocketbase.ts';

const PEERS = [pocketBase, parseServer, betterAuth];

/** Installs each peer into a temporary folder and starts it. */
export const startPeers: OtherServers['start'] = async (context, add) => {
  const missing: string[] = [];
  for (const peer of PEERS) {
    const { folder, remove } = createTemporaryFolder('peer');
    try {
      await install(peer, folder);
      const started = await peer.start({ ...context, folder });
      add({ ...started, name: peer.name, kind: 'other', remove });
    } catch (error) {
      remove();
      missing.push(`${peer.name} does not run on this machine: ${(error as Error).message}`);
    }
  }
  return missing;
};

/** Installs without scripts: the packages of all peers are complete. */
async function install({ packages }: Peer, folder: string) {
  try {
    await promisify(execFile)(
      'npm',
      ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages],
      { env: environmentWithoutNpm() },
    );
  } catch (error) {
    const [reason] =
      /npm error (?!code|A complete).+/.exec((error as { stderr: string }).stderr) ?? [];
    throw new Error(`${packages.join(', ')} cannot be installed (${reason})`);
  }
}

/** Returns the environment without the variables that npm sets for scripts, which another npm would use as settings. */
const environmentWithoutNpm = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
