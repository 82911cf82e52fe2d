import { resolve } from 'node:path';
import { demoAccounts } from '#server/demo/content.ts';
import { asForm, blackPng, PNG_COLORS, picture } from '#server/testing/pictures.ts';
import { memoryMb } from '#tests/support/process-memory.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { signIn } from '#tests/support/sign-in.ts';

// Measures the cost of small pictures that need much memory to decode: the server's peak memory in all processes, the
// time for the pictures, and the time for another user's photo in between. With the folder of another checkout as
// argument, measures that one first. Linux only.
const SAMPLE_EVERY_MS = 20;

const attacks = {
  'two PNGs of 49,000,000 x 1': Array(2).fill(blackPng(49_000_000, 1)),
  'two PNGs of 49,000,000 x 1, 16-bit RGBA': Array(2).fill(
    blackPng(49_000_000, 1, PNG_COLORS.rgba16),
  ),
  'two PNGs of 7,000 x 7,000, 16-bit RGBA': Array(2).fill(blackPng(7000, 7000, PNG_COLORS.rgba16)),
  'twelve PNGs of 49,000,000 x 1, grey with alpha': Array(12).fill(
    blackPng(49_000_000, 1, PNG_COLORS.greyWithAlpha),
  ),
};
const photo = await picture('jpeg', 2048, 1536);

const checkouts = [process.argv[2], '.'].filter((folder) => folder !== undefined);
for (const [what, pictures] of Object.entries(attacks)) {
  console.log(`${what}, ${pictures[0].length} bytes each`);
  for (const checkout of checkouts) await measure(checkout, pictures);
}

async function measure(checkout: string, pictures: Buffer[]) {
  await using server = await startServerProcess(['server/main.ts'], { cwd: resolve(checkout) });
  const [attacker, other] = await Promise.all(
    demoAccounts.map(async (account) => (await signIn(server.url, account)).token),
  );
  await upload(server.url, other, photo);
  const idleMb = memoryMb(server.pid);
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb(server.pid));
  }, SAMPLE_EVERY_MS);
  const attack = Promise.all(pictures.map((bytes) => upload(server.url, attacker, bytes)));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const meanwhile = upload(server.url, other, photo);
  const responses = await attack;
  const { seconds } = await meanwhile;
  clearInterval(sampler);
  const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
  const slowest = Math.max(...responses.map(({ seconds }) => seconds));
  console.log(
    `  ${checkout}: ${idleMb} MB before, peak ${peakMb} MB; status ${statuses} after ${slowest.toFixed(1)} s; another person's photo took ${seconds.toFixed(1)} s`,
  );
}

async function upload(url: string, token: string | undefined, bytes: Uint8Array) {
  const started = performance.now();
  const { status } = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: asForm(bytes),
  });
  return { status, seconds: (performance.now() - started) / 1000 };
}
