import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { hashPassword } from '#server/auth/passwords.ts';
import { summarize } from './statistics.ts';

// usage: fork('bench/suite/hash-rate.ts', [SECONDS])
// Only computes sign-in hashes, one on each core, and sends the rate to its parent.
const derive = promisify(argon2);
const seconds = Number(process.argv[2]);

const [, , , costs = ''] = (await hashPassword('password')).split('$');
const [memory = 0, passes = 0, parallelism = 0] = costs.match(/\d+/g)?.map(Number) ?? [];
const cost = { memory, passes, parallelism, tagLength: 32 };

const times: number[] = [];
const started = performance.now();
await Promise.all(Array.from({ length: availableParallelism() }, hashUntilEnd));
process.send?.(summarize(times, (performance.now() - started) / 1000));
process.disconnect?.();

async function hashUntilEnd() {
  while (performance.now() - started < seconds * 1000) {
    const before = performance.now();
    await derive('argon2id', { message: 'correct horse', nonce: randomBytes(16), ...cost });
    times.push(performance.now() - before);
  }
}
