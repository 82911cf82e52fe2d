import { type Finding, problem, runCheck } from '../check.ts';
import { checkCertificate } from './certificate.ts';
import { ACCEPT_BROTLI, checkCompression } from './compression.ts';
import { checkHeaders } from './headers.ts';
import { checkHealth } from './health.ts';
import { checkPaths } from './paths.ts';
import { checkRedirect } from './redirect.ts';
import { explainConnectionError, type SendOptions, send as sendTo } from './send.ts';
import type { Server } from './server.ts';
import { type Account, checkStream } from './stream.ts';
import { checkUpload } from './upload.ts';

type Result = { subject: string; findings: Finding[] };

/** Checks a deployed server the way its users reach it. If there is no connection, checks nothing else. */
export async function checkServer(address: URL, account: Account | undefined): Promise<Result[]> {
  const results: Result[] = [];
  try {
    const { isTrusted, findings } = await checkCertificate(address);
    results.push({ subject: 'tls', findings });
    const send = (path: string, options?: SendOptions) =>
      sendTo(`${address.origin}${path}`, { rejectUnauthorized: isTrusted, ...options });
    const page = await send('/', { headers: ACCEPT_BROTLI });
    const others = await checkTheRest({ address, isTrusted, page, send }, account);
    return [...results, ...others];
  } catch (error) {
    const text = `${address.host} ${explainConnectionError(error)}`;
    return [...results, { subject: 'connection', findings: [problem(text)] }];
  }
}

function checkTheRest(server: Server, account: Account | undefined) {
  const checks: [subject: string, check: () => Promise<Finding[]>][] = [
    ['http', () => checkRedirect(server.address)],
    ['health', () => checkHealth(server)],
    ['headers', () => checkHeaders(server)],
    ['compression', () => checkCompression(server)],
    ['paths', () => checkPaths(server)],
    ['upload', () => checkUpload(server)],
    ['stream', () => checkStream(server, account)],
  ];
  return Promise.all(
    checks.map(async ([subject, check]) => ({ subject, findings: await runCheck(check) })),
  );
}
