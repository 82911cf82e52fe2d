import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '#tests/support/free-port.ts';

const VERSIONS = '/usr/lib/postgresql';
const PORTS_LISTEN = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

/**
 * Starts a PostgreSQL whose commits wait for a standby that copies it. Uses Debian's PostgreSQL, which includes
 * replication.
 */
export async function startReplicatedPostgres(t: TestContext) {
  const bin = join(VERSIONS, readdirSync(VERSIONS).sort().at(-1) as string, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'replicated-'));
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  ) as [number, number];
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o755);
  const primary = server('primary', await freePort());
  const standby = server('standby', await freePort());
  t.after(() => {
    for (const { stop } of [primary, standby]) stop();
    rmSync(folder, { recursive: true, force: true });
  });

  run('initdb', '-D', primary.data, '-U', 'postgres', '--auth=trust', '--no-sync');
  primary.start('-c', 'max_connections=100');
  run(
    'pg_basebackup',
    '-D',
    standby.data,
    '-R',
    '-d',
    `${urlOf(primary.port)}?application_name=standby`,
  );
  standby.start('-c', 'max_connections=100');
  sql(primary.port, `alter system set synchronous_standby_names = 'standby'`);
  sql(primary.port, 'select pg_reload_conf()');
  return {
    primary,
    standby,
    urlOf,
    /**
     * Stops the process that receives changes on the standby, with all changes it has not stored. Returns how to end
     * it.
     */
    freezeReplication() {
      const pid = Number(sql(standby.port, 'select pid from pg_stat_wal_receiver'));
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGKILL');
    },
  };

  function server(name: string, port: number) {
    const data = join(folder, name);
    return {
      port,
      data,
      start(...flags: string[]) {
        const options = ['-p', String(port), ...PORTS_LISTEN, ...flags].join(' ');
        run('pg_ctl', '-D', data, '-w', '-l', join(folder, `${name}.log`), '-o', options, 'start');
      },
      /** Ends the main process at once. The others end when they notice. */
      kill() {
        const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        process.kill(Number(pid), 'SIGKILL');
      },
      /** Makes a standby the primary. It no longer waits for a standby of its own. */
      promote: () => run('pg_ctl', '-D', data, '-w', 'promote'),
      stop() {
        try {
          run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
        } catch {
          // The process has already ended.
        }
      },
    };
  }

  function sql(port: number, statement: string) {
    return run('psql', '-q', '-A', '-t', '-d', urlOf(port), '-c', statement);
  }

  function run(program: string, ...args: string[]) {
    // PostgreSQL does not run as root.
    const options = { cwd: folder, uid, gid, encoding: 'utf8' } as const;
    // The server would keep an inherited output open.
    const stdio = program === 'psql' ? 'pipe' : 'ignore';
    return execFileSync(join(bin, program), args, { ...options, stdio });
  }
}

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
