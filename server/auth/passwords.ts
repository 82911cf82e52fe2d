import cluster from 'node:cluster';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { unavailable } from '#server/errors.ts';

const derive = promisify(argon2);

const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

// Hashes run in libuv's four threads: two at a time leave threads for file reads while many people sign in. Of several
// workers each hashes one at a time, so that together they leave time for other requests and the database.
const hashing = pLimit(cluster.isWorker ? 1 : 2);
/** Some seconds of work. Whoever had to wait longer would have left before the response. */
const WAITING_MAX = 100;

/** Hashes a password. Returns the usual encoding of argon2id: $argon2id$v=19$m=…,t=…,p=…$salt$hash. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)) {
  const tag = await argon2id(normalised(password), salt, COST);
  return encode(salt, tag);
}

/** Checks a password against its hash. */
export async function verifyPassword(password: string, encoded: string) {
  // Older hashes are of the password as it was typed; the cost depends only on what is typed now.
  const forms = new Set([normalised(password), password]);
  for (const form of forms) if (await matches(form, encoded)) return true;
  return false;
}

/**
 * Costs as much as checking a password and returns false. Called where there is no account, so that timing does not
 * reveal that.
 */
export function verifyDummy(password: string) {
  return verifyPassword(password, encode(randomBytes(16), randomBytes(COST.tagLength)));
}

/** Counts the passwords that are being hashed and those that wait for their turn. */
export const passwordQueue = () => ({
  running: hashing.activeCount,
  waiting: hashing.pendingCount,
});

/** Throws 503 if too many passwords wait. Call it before other work for a request that needs a hash. */
export function checkPasswordQueue() {
  if (hashing.pendingCount >= WAITING_MAX) throw unavailable();
}

/** Gives a password one form, however a keyboard composes its characters. */
const normalised = (password: string) => password.normalize('NFKC');

async function matches(password: string, encoded: string) {
  const [, , , costs = '', salt = '', tag = ''] = encoded.split('$');
  const [memory = 0, passes = 0, parallelism = 0] = costs.match(/\d+/g)?.map(Number) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await argon2id(password, Buffer.from(salt, 'base64'), {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Hashes a password when its turn comes. */
async function argon2id(password: string, nonce: Buffer, cost: typeof COST) {
  checkPasswordQueue();
  return hashing(() => derive('argon2id', { message: password, nonce, ...cost }));
}

function encode(salt: Buffer, tag: Buffer) {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replace(/=+$/, '');
}
