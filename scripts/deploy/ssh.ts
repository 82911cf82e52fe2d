import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CONNECTION_FAILED, explainSshError } from './ssh-errors.ts';
import { step } from './steps.ts';

const SCRIPTS = join(import.meta.dirname, '../../deploy/server');
const AS_ROOT = 'if [ "$(id -u)" = 0 ]; then exec "$@"; else exec sudo -n "$@"; fi';
const CONNECT_LIMIT_SECONDS = 15;
const KEEP_LOCK_EVERY_MS = 5000;

export type Server = ReturnType<typeof connect>;

type RunOptions = {
  args?: string[];
  /** What the script reads. */
  input?: Readable | string | undefined;
  /** Keeps the input open until the script ends, so that it notices a lost connection. */
  isAttended?: boolean;
};

/**
 * Connects to a server with the ssh of this machine, its keys and its configuration. `run` executes a script of
 * deploy/server as root. With `isDryRun`, only scripts that change nothing run; the others are printed. The steps and
 * errors of one of several servers have its name.
 */
export function connect(host: string, { isDryRun = false, isOneOfSeveral = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  const options = [
    ...['-o', `ConnectTimeout=${CONNECT_LIMIT_SECONDS}`],
    ...['-o', 'ServerAliveInterval=5', '-o', 'ServerAliveCountMax=3'],
    // Of a configuration for people who work on the server.
    ...['-T', '-o', 'RemoteCommand=none'],
    // All scripts share one connection, where ssh can do that. Its path must be short.
    ...(process.platform === 'win32'
      ? []
      : ['-o', 'ControlMaster=auto', '-o', 'ControlPersist=10', '-o', `ControlPath=${folder}/ssh`]),
  ];
  const common = script('common');
  const running = new Set<ChildProcess>();
  const named = (text: string) => (isOneOfSeveral ? text.replaceAll(/^/gm, `${host}: `) : text);
  let isClosed = false;
  let lostLock = false;

  function start(name: string, args: string[]) {
    if (isClosed) throw new Error('The connection is closed.');
    if (lostLock)
      throw new Error(
        `The connection to ${host} was lost for a while, in which someone else could deploy. Run the command again.`,
      );
    const command = asRoot('bash', '-c', common + script(name), 'deploy', ...args);
    const child = spawn('ssh', [...options, host, command], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    child.on('exit', () => running.delete(child));
    // The status of the script tells what went wrong.
    child.stdin.on('error', () => {});
    return child;
  }

  /** Runs a script. Returns what it prints. */
  async function execute(name: string, { args = [], input, isAttended }: RunOptions = {}) {
    const child = start(name, args);
    const printed = [text(child.stdout), text(child.stderr).then(withoutWarning)];
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`ssh cannot be run: ${error.message}`);
    });
    failed.catch(() => {});
    const ended = once(child, 'exit');
    if (input !== undefined)
      await pipeline(typeof input === 'string' ? [input] : input, child.stdin).catch(() => {});
    else if (!isAttended) child.stdin.end();
    const [status] = await Promise.race([ended, failed]);
    const [output = '', errors = ''] = await Promise.all(printed);
    if (status === 0) return output;
    if (status === CONNECTION_FAILED) throw new ConnectionLost(explainSshError(host, errors));
    throw new Error(
      /\bsudo: /.test(errors)
        ? explainSshError(host, errors)
        : named(errors.trim() || `${name}.sh ended with the status ${status}.`),
    );
  }

  /** Runs a script, or prints its name in a dry run. */
  async function run(name: string, options: RunOptions = {}) {
    if (!isDryRun) return execute(name, options);
    const words = [`deploy/server/${name}.sh`, ...(options.args ?? [])].map(quoted).join(' ');
    console.log(`${host}: ${words}${options.input === undefined ? '' : ' < …'}`);
    if (typeof options.input === 'object') options.input.destroy();
    return '';
  }

  return {
    host,
    /** Runs a script that changes nothing, in a dry run too. Returns what it prints. */
    look: execute,
    run,
    step: <T>(name: string, work: () => Promise<T>) => step(named(name), work),

    /** Runs a script that goes on if the connection is lost. */
    async runToItsEnd(name: string, args: string[]) {
      if (isDryRun) return run(name, { args });
      const input = common + script(name);
      const all = { args: [String(Buffer.byteLength(input)), ...args], input };
      return run('start-switch', all).catch((error) => {
        if (!(error instanceof ConnectionLost)) throw error;
        throw new Error(`${error.message} The switch goes on there: --status shows how it ended.`);
      });
    },

    /** Keeps others from deploying until `close`. */
    async lock() {
      if (isDryRun) return;
      const child = start('lock', [`${userInfo().username}@${hostname()}`]);
      const errors = text(child.stderr);
      const timer = setInterval(() => child.stdin.write('\n'), KEEP_LOCK_EVERY_MS);
      child.on('exit', () => clearInterval(timer));
      const ended = once(child, 'exit');
      for await (const line of createInterface(child.stdout))
        if (line === 'locked') {
          child.on('exit', () => {
            lostLock = true;
          });
          return;
        }
      const [[status], printed] = await Promise.all([ended, errors]);
      throw new Error(
        status === CONNECTION_FAILED ? explainSshError(host, printed) : named(printed.trim()),
      );
    },

    /** Shows what a program prints, until it ends or is interrupted. */
    async show(...words: string[]) {
      const child = spawn('ssh', [...options, host, asRoot(...words)], { stdio: 'inherit' });
      const [status] = await once(child, 'exit');
      if (status !== 0) process.exitCode = 1;
    },

    /** Copies a file from the server. */
    async read(path: string): Promise<{ content: Readable; ended: Promise<unknown> }> {
      const child = start('read-file', [path]);
      child.stdin.end();
      const errors = text(child.stderr);
      const ended = once(child, 'exit').then(async ([status]) => {
        if (status !== 0) throw new Error((await errors).trim());
      });
      return { content: child.stdout, ended };
    },

    close() {
      isClosed = true;
      for (const child of running) child.kill();
      spawn('ssh', [...options, '-O', 'exit', host], { stdio: 'ignore' })
        .on('error', () => {})
        .on('exit', () => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

class ConnectionLost extends Error {}

const script = (name: string) => readFileSync(join(SCRIPTS, `${name}.sh`), 'utf8');

/** Returns a command that runs as root, also if ssh leads to another user. */
const asRoot = (...words: string[]) => ['sh', '-c', AS_ROOT, 'sh', ...words].map(quoted).join(' ');

/** Removes what sudo prints, although it works, on a server that does not know its own name. */
const withoutWarning = (errors: string) =>
  errors.replace(/^sudo: unable to resolve host .*\n/m, '');

/** Quotes a word for a shell. */
function quoted(word: string) {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
