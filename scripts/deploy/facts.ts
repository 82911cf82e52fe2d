import type { Server } from './ssh.ts';

/** What is known about a server before anything is changed there. */
export type Facts = ReturnType<typeof parseFacts>;

const KILOBYTE = 1024;

export const lookAt = async (server: Server) => parseFacts(await server.look('facts'));

/** Reads what facts.sh prints. Throws if the login prints something, which would also be in other results. */
export function parseFacts(printed: string) {
  if (!printed.startsWith('architecture='))
    throw new Error(
      `The server prints "${printed.split('\n')[0]}" at each login. Let ~/.bashrc there do that only for a terminal: case $- in *i*) ;; *) return ;; esac`,
    );
  const values = new Map(
    printed
      .split('\n')
      .map((line) => line.split('=') as [string, ...string[]])
      .map(([name, ...rest]) => [name, rest.join('=').trim()]),
  );
  const text = (name: string) => values.get(name) ?? '';
  const words = (name: string) => text(name).split(' ').filter(Boolean);
  const isSet = (name: string) => text(name) === 'yes';
  const disk = (name: string) => {
    const [free = '0', device = ''] = words(name);
    return { freeBytes: Number(free) * KILOBYTE, device };
  };
  const [backupSeconds, backupBytes, backupFile] = words('backup');
  return {
    architecture: text('architecture'),
    hasSystemd: isSet('systemd'),
    missingTools: words('missing'),
    /** The version that runs, if one does. */
    version: text('version') || undefined,
    /** The latest switches, the oldest first. */
    history: text('history')
      .split(';')
      .filter(Boolean)
      .map((line) => line.split(' ') as [time: string, version: string]),
    versions: words('versions'),
    runtimes: words('runtimes'),
    /** The checksum of Caddy, if it is installed. */
    caddy: text('caddy') || undefined,
    /** The pinned version of Caddy, or `own` if a person chose a program. */
    caddyVersion: text('caddy_version') || undefined,
    /** Whether the name of the unit belongs to something else. */
    hasForeignUnit: isSet('foreign_unit'),
    hasSettings: isSet('settings'),
    /** Whether rows are in PostgreSQL and photos in an S3 store. */
    isShared: isSet('database') && isSet('store'),
    /** Its origin, as the server uses it, unless it is no address. */
    publicUrl: URL.parse(text('public_url'))?.origin,
    forVersions: disk('free_for_versions'),
    forData: disk('free_for_data'),
    dataBytes: Number(text('data')) * KILOBYTE,
    newestBackup: backupFile
      ? { at: new Date(Number(backupSeconds) * 1000), bytes: Number(backupBytes), file: backupFile }
      : undefined,
    /** The programs that listen on the ports of the web. */
    webServers: words('web_server'),
    hasInternalCertificates: isSet('internal_certificates'),
    activeSince: text('active_since'),
    state: text('state'),
  };
}
