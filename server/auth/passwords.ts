import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashes a password. Call it in the queue for passwords. Returns the usual encoding of argon2id: $argon2id$v=19$m=…,t=…,p=…$salt$hash. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)) {
  const tag = await argon2id(normalised(password), salt, COST);
  return encode(salt, tag);
}

/** Checks a password against its hash. */
export async function verifyPassword(password: string, encoded: string) {
  const [, , , costs = '', salt = '', tag = ''] = encoded.split('$');
  const [memory = 0, passes = 0, parallelism = 0] = costs.match(/\d+/g)?.map(Number) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await argon2id(normalised(password), Buffer.from(salt, 'base64'), {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/**
 * Takes as long as checking a password and returns false. Called where there is no account, so that timing does not
 * reveal it.
 */
export function verifyDummy(password: string) {
  return verifyPassword(password, encode(randomBytes(16), randomBytes(COST.tagLength)));
}

/** Normalises a password, so that it does not matter how a keyboard composes its characters. */
const normalised = (password: string) => password.normalize('NFKC');

function argon2id(password: string, nonce: Buffer, cost: typeof COST) {
  return derive('argon2id', { message: password, nonce, ...cost });
}

function encode(salt: Buffer, tag: Buffer) {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replace(/=+$/, '');
}
