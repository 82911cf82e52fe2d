/** The exit status of ssh if it could not connect, as opposed to that of the remote command. */
export const CONNECTION_FAILED = 255;

const EXPLANATIONS: [pattern: RegExp, explain: (host: string) => string][] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED/i,
    (host) =>
      `The key of ${host} is not the one that ssh knows, so it may be another machine. If you installed it anew: ssh-keygen -R ${addressOf(host)}, then ssh ${host} to accept the new key.`,
  ],
  [
    /Host key verification failed/i,
    (host) => `ssh does not know ${host} yet. Connect once and accept its key: ssh ${host}`,
  ],
  [/Could not resolve hostname/i, (host) => `There is no host ${addressOf(host)}: check the name.`],
  [
    /Permission denied/i,
    (host) =>
      `${host} does not accept your ssh key for this user. Check the user, or add your key: ssh-copy-id ${host}`,
  ],
  [
    /timed out|timeout/i,
    (host) =>
      `${addressOf(host)} does not answer: check the address, and whether a firewall blocks ssh.`,
  ],
  [
    /Connection refused|No route to host|Network is unreachable/i,
    (host) =>
      `${addressOf(host)} cannot be reached by ssh: check that the machine and its ssh server run.`,
  ],
  [
    /a password is required|a terminal is required|not in the sudoers|may not run sudo|sudo: .*not found/i,
    (host) =>
      `The user of ${host} may not become root: use root@${addressOf(host)}, or allow sudo without a password.`,
  ],
];

/** Explains in one line why ssh failed. */
export function explainSshError(host: string, printed: string): string {
  const explain = EXPLANATIONS.find(([pattern]) => pattern.test(printed))?.[1];
  if (explain) return explain(host);
  const last = printed.trim().split('\n').at(-1);
  return `The connection to ${host} failed${last ? `: ${last}` : '.'}`;
}

const addressOf = (host: string) => host.split('@').at(-1) as string;
