import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;

export type Certificate = { key: string; cert: string };

/** When a certificate begins and ends, in days from now, and the host that it is for. */
type Terms = { fromDays?: number; toDays?: number; host?: string };

/** Creates a certificate authority, which issues certificates for TLS servers of tests. */
export function createAuthority() {
  const keys = generateKeys();
  const name = 'Authority of a test';
  const cert = toPem(build({ subject: name, keys, issuer: name, signer: keys.privateKey }));
  return {
    cert,
    issue({ host = 'localhost', ...terms }: Terms = {}): Certificate {
      const own = generateKeys();
      const issuing = { issuer: name, signer: keys.privateKey, host, ...terms };
      return {
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        cert: toPem(build({ subject: host, keys: own, ...issuing })),
      };
    },
  };
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject };

const generateKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Builds an X.509 certificate (RFC 5280). Without a host it is the certificate of an authority. */
function build({
  subject,
  keys,
  issuer,
  signer,
  host,
  fromDays = -1,
  toDays = 90,
}: Terms & { subject: string; keys: Keys; issuer: string; signer: KeyObject }) {
  const content = sequence(
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(timeIn(fromDays), timeIn(toDays)),
    nameOf(subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(host === undefined ? authorityExtension() : hostExtension(host))),
  );
  const signature = sign('sha256', content, signer);
  return sequence(content, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
}

const INTEGER = 0x02;
const OBJECT_ID = 0x06;

/** Encodes a value of a type (ITU-T X.690). */
function der(type: number, ...parts: Buffer[]) {
  const value = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([type, ...lengthOf(value)]), value]);
}

function lengthOf({ length }: Buffer) {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const objectId = (hex: string) => der(OBJECT_ID, Buffer.from(hex, 'hex'));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

/** Encodes a name that has only a common name. */
const nameOf = (text: string) =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(text)))));

function timeIn(days: number) {
  const digits = new Date(Date.now() + days * DAY_MS).toISOString().replaceAll(/\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

/** Allows a key to issue certificates. */
const authorityExtension = () =>
  sequence(
    objectId('551d13'),
    der(0x01, Buffer.from([255])),
    der(0x04, sequence(der(0x01, Buffer.from([255])))),
  );

const hostExtension = (host: string) =>
  sequence(objectId('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))));

const toPem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
