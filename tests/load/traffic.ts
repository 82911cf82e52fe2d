import { picture } from '#server/testing/pictures.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import { runGenerator } from './generator.ts';
import { createHttpClient } from './http-client.ts';
import { createOwner, type Owner } from './owner.ts';

// Mixed requests at a fixed rate, whether or not the earlier ones were answered: a slow server gets more requests at
// once, not fewer.
const REQUESTS_PER_SECOND = 40;
const TICK_MS = 25;
const ITEMS_AT_START = 8;

/** The share of 100 requests, and whether it must not run in parallel to another request of the same user. */
const OPERATIONS: { share: number; isAlone: boolean; run(owner: Owner): Promise<unknown> }[] = [
  { share: 20, isAlone: false, run: (owner) => owner.list() },
  { share: 22, isAlone: true, run: (owner) => owner.pull() },
  { share: 10, isAlone: false, run: (owner) => owner.home() },
  { share: 8, isAlone: true, run: (owner) => owner.create() },
  { share: 10, isAlone: true, run: (owner) => owner.update() },
  { share: 3, isAlone: true, run: (owner) => owner.updateStale() },
  { share: 8, isAlone: true, run: (owner) => owner.remove() },
  { share: 2, isAlone: true, run: (owner) => owner.createWithPhoto() },
  { share: 5, isAlone: true, run: (owner) => owner.readPhoto() },
  { share: 5, isAlone: true, run: (owner) => owner.readSmallPhoto() },
  { share: 5, isAlone: true, run: (owner) => owner.readPhotoAgain() },
  { share: 2, isAlone: false, run: (owner) => owner.signIn() },
];

export type TrafficResult = {
  owners: Awaited<ReturnType<Owner['compare']>>[];
  /** Requests that were skipped because every user had one in progress. */
  leftOut: number;
};

runGenerator(async ({ port, people }, recorder) => {
  const send = createHttpClient(port, recorder);
  const photo = await picture('jpeg', 1024, 768);
  const owners = people.map((person) => createOwner(person, TEST_PASSWORD, send, photo));
  const busy = new Set<Owner>();
  const underWay = new Set<Promise<unknown>>();
  let leftOut = 0;

  for (const owner of owners) {
    await owner.createWithPhoto();
    for (let created = 1; created < ITEMS_AT_START; created++) await owner.create();
  }
  let timer: NodeJS.Timeout | undefined;

  return {
    enter() {
      timer ??= startTimer();
    },

    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      const compared = [];
      for (const owner of owners) {
        // Every stream must announce something.
        await owner.update();
        compared.push(await owner.compare());
      }
      return { owners: compared, leftOut } satisfies TrafficResult;
    },
  };

  function startTimer() {
    const started = performance.now();
    let sent = 0;
    return setInterval(() => {
      const due = ((performance.now() - started) / 1000) * REQUESTS_PER_SECOND;
      for (; sent < due; sent++) sendNext();
    }, TICK_MS);
  }

  function sendNext() {
    const { isAlone, run } = nextOperation();
    const free = isAlone ? owners.filter((owner) => !busy.has(owner)) : owners;
    const owner = free[Math.floor(Math.random() * free.length)];
    if (!owner) return leftOut++;
    if (isAlone) busy.add(owner);
    const request = run(owner).finally(() => {
      if (isAlone) busy.delete(owner);
      underWay.delete(request);
    });
    underWay.add(request);
  }
});

function nextOperation() {
  let chosen = Math.random() * OPERATIONS.reduce((sum, { share }) => sum + share, 0);
  for (const operation of OPERATIONS) {
    chosen -= operation.share;
    if (chosen < 0) return operation;
  }
  return OPERATIONS[0] as (typeof OPERATIONS)[number];
}
