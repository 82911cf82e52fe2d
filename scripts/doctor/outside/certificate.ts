import { once } from 'node:events';
import { isIP } from 'node:net';
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls';
import { type Finding, note, ok, problem } from '../check.ts';
import { quote } from './content.ts';
import { ANSWER_LIMIT_MS, noAnswer } from './send.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PROBLEM_DAYS = 7;
const NOTE_DAYS = 21;
/** Certificates that live for days only are renewed later than others. */
const PART_OF_LIFETIME = 4;

const OLD_VERSIONS: ConnectionOptions = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
};

/** Connects and checks the certificate. Throws if there is no TLS connection. */
export async function checkCertificate(address: URL) {
  const { error, protocol, certificate } = await shakeHands(address);
  const trust = error
    ? problem(`the certificate ${explain(error, certificate)}`)
    : ok(`the certificate of ${quote(issuerOf(certificate))} is trusted; uses ${protocol}`);
  const findings: Finding[] = [trust];
  if (error !== 'CERT_HAS_EXPIRED') findings.push(checkEnd(certificate));
  return { isTrusted: !error, findings: [...findings, await checkOldVersions(address)] };
}

async function shakeHands(address: URL, options: ConnectionOptions = {}) {
  const host = address.hostname.replaceAll(/^\[|\]$/g, '');
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const socket = connect({
    host,
    port: Number(address.port) || 443,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
    ...options,
  });
  try {
    await once(socket, 'secureConnect', { signal });
    return {
      // An error's code, although its type is Error.
      error: String(socket.authorizationError ?? ''),
      protocol: socket.getProtocol(),
      certificate: socket.getPeerCertificate(),
    };
  } catch (error) {
    throw signal.aborted ? noAnswer() : error;
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

function explain(error: string, certificate: PeerCertificate) {
  if (error === 'CERT_HAS_EXPIRED')
    return `ended on ${certificate.valid_to}: renew it, and check why that did not happen by itself`;
  if (error === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `is for ${quote(certificate.subjectaltname)} and not for this host: get one for it`;
  return `of ${quote(issuerOf(certificate))} is not trusted (${error}): get one of a public authority, and let the proxy send the whole chain (fullchain.pem). Trust an authority of your own with NODE_EXTRA_CA_CERTS=FILE`;
}

function issuerOf({ issuer }: PeerCertificate) {
  return issuer?.O ?? issuer?.CN ?? 'an unnamed authority';
}

function checkEnd({ valid_from, valid_to }: PeerCertificate) {
  const end = Date.parse(valid_to);
  const days = (end - Date.now()) / DAY_MS;
  const part = (end - Date.parse(valid_from)) / DAY_MS / PART_OF_LIFETIME;
  const text = `the certificate ends in ${Math.floor(days)} days, on ${valid_to}`;
  if (days < Math.min(PROBLEM_DAYS, part))
    return problem(`${text}: check why it was not renewed, in the log of the reverse proxy`);
  return days < Math.min(NOTE_DAYS, part)
    ? note(`${text}: check that it is renewed by itself`)
    : ok(text);
}

/** Checks that versions before TLS 1.2 are refused. */
async function checkOldVersions(address: URL) {
  try {
    const { protocol } = await shakeHands(address, OLD_VERSIONS);
    return problem(`${protocol} is accepted: allow only TLS 1.2 and 1.3 in the reverse proxy`);
  } catch (error) {
    // Others come from the server.
    const isOwn = /NO_PROTOCOLS|NO_CIPHERS/.test(String((error as NodeJS.ErrnoException).code));
    return isOwn
      ? note('TLS 1.1 was not tried: the OpenSSL of this Node cannot')
      : ok('TLS 1.1 and older are refused');
  }
}
