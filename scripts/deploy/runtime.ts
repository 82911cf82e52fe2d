import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { root } from '#scripts/product/change-command.ts';
import { filesIn, LIST_NAME, listOf, pack } from './file-list.ts';

const run = promisify(execFile);

const CACHE = join(root, 'node_modules/.cache/deploy-runtime');

/** The processors of servers, by the name that the system gives them. */
const PROCESSORS: Record<string, string> = { x86_64: 'x64', aarch64: 'arm64' };

export type LockedPackage = {
  version: string;
  integrity?: string;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

type Package = { path: string; name: string; version: string; integrity: string };

/** Node and the packages with native code that the server needs on a processor. Its name depends on all of them. */
export async function runtimeFor(architecture: string) {
  const processor = PROCESSORS[architecture];
  if (!processor)
    throw new Error(
      `Node has no version for ${architecture}: use a server with x86_64 or aarch64.`,
    );
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const packages = packagesFor(lock.packages, processor);
  const hash = createHash('sha256');
  for (const { path, integrity } of packages) hash.update(`${path} ${integrity}\n`);
  return { name: `${processor}-${hash.digest('hex').slice(0, 12)}`, packages };
}

/** Finds what the server needs besides its bundle: Node and sharp, for Linux with glibc. */
export function packagesFor(locked: Record<string, LockedPackage>, processor: string) {
  const found = new Map<string, Package>();
  const allows = (names: string | string[] = [], name: string) =>
    names.length === 0 || [names].flat().includes(name);
  const fits = ({ os, cpu, libc }: LockedPackage) =>
    allows(os, 'linux') && allows(cpu, processor) && allows(libc, 'glibc');
  function add(name: string) {
    const path = `node_modules/${name}`;
    const one = locked[path];
    if (!one || found.has(path) || !fits(one)) return;
    if (!one.integrity) throw new Error(`package-lock.json has no checksum of ${name}.`);
    found.set(path, { path, name, version: one.version, integrity: one.integrity });
    for (const needed of Object.keys({ ...one.dependencies, ...one.optionalDependencies }))
      add(needed);
  }
  add(`node-linux-${processor}`);
  add('sharp');
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns an archive of the packages. Downloads them with npm and checks them, once. */
export async function runtimeArchive({ name, packages }: Awaited<ReturnType<typeof runtimeFor>>) {
  const archive = join(CACHE, `${name}.tgz`);
  if (await stat(archive).catch(() => undefined)) return archive;
  await rm(CACHE, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'deploy-runtime-'));
  try {
    for (const one of packages) await download(one, folder);
    const files = await filesIn(folder, ['node_modules']);
    const list = join(folder, LIST_NAME);
    await writeFile(list, await listOf(folder, files));
    await pipeline(pack(folder, files, list), createWriteStream(`${archive}.part`));
    await rename(`${archive}.part`, archive);
    return archive;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download({ path, name, version, integrity }: Package, folder: string) {
  const { stdout } = await run(
    'npm',
    ['pack', `${name}@${version}`, '--json', '--loglevel=error', '--pack-destination', folder],
    { cwd: folder, shell: process.platform === 'win32' },
  );
  const archive = join(folder, JSON.parse(stdout)[0].filename);
  await checkIntegrity(name, archive, integrity);
  await mkdir(join(folder, path), { recursive: true });
  const headers = ['--exclude', 'package/include', '--exclude', 'package/share'];
  const to = ['-C', join(folder, path), '--strip-components=1'];
  await run('tar', ['-xzf', archive, ...to, ...headers]);
  await rm(archive);
}

async function checkIntegrity(name: string, archive: string, integrity: string) {
  const [algorithm = '', expected] = integrity.split('-');
  const actual = createHash(algorithm)
    .update(await readFile(archive))
    .digest('base64');
  if (`${algorithm}-${actual}` !== `${algorithm}-${expected}`)
    throw new Error(`The package ${name} is not the one that package-lock.json names.`);
}
