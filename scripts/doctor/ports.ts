import { once } from 'node:events';
import { createServer } from 'node:net';
import { explainListenError } from '#server/process/listen-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Check, type Finding, note, ok, problem } from './check.ts';

const ANSWER_LIMIT_MS = 3000;
const ALL_ADDRESSES: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Checks that the server can listen, or is already running. */
export const checkPorts: Check = async ({ host, port, metrics }) => {
  const findings = [await checkPort('PORT', host, port)];
  if (metrics?.port) findings.push(await checkPort('METRICS_PORT', metrics.host, metrics.port));
  return findings;
};

async function checkPort(setting: string, host: string, port: number): Promise<Finding> {
  const probe = createServer();
  try {
    probe.listen({ port, host, exclusive: true });
    await once(probe, 'listening');
    probe.close();
    return ok(`${setting} ${port} is free`);
  } catch (error) {
    const version = setting === 'PORT' ? await versionAt(host, port) : undefined;
    if (version === undefined) return problem(explainListenError(error, setting) ?? String(error));
    return version === packageJson.version
      ? ok(`${setting} ${port} is used by this app, which is running`)
      : note(`${setting} ${port} is used by version ${version} of this app: restart it to update`);
  }
}

/** Returns the version of the app that responds on a port, or undefined if it does not respond. */
async function versionAt(host: string, port: number) {
  const address = ALL_ADDRESSES[host] ?? host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const { status, version, uptime_s } = (await response.json()) as Record<string, unknown>;
    return status === 'ok' && typeof uptime_s === 'number' ? String(version) : undefined;
  } catch {
    return undefined;
  }
}
