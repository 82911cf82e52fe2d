import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { testItems } from '#server/testing/items/contract.ts';
import { checkEverything, readDevice } from './checks.ts';
import { createDevice, type Device } from './device.ts';
import { createLedger, Violation } from './ledger.ts';
import { createLinkLedger } from './link-ledger.ts';
import { steps } from './linked-kind.ts';
import { createNetwork } from './network.ts';
import { createPerson, type Person } from './person.ts';
import { createRandom } from './random.ts';
import type { Report } from './report.ts';
import type { SimulatedServer, User } from './simulated-server.ts';
import { restart, run, runAll, skip, track } from './virtual-time.ts';
import { NO_FAULTS, type World } from './world.ts';

export type Outcome = {
  seed: number;
  violation?: string;
  log: string[];
  counts: Report['counts'];
};

/** A user with their devices. */
type Participant = { user: User; person: Person; prefix: string; devices: Device[] };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const ROUNDS_TO_CONVERGE = 30;

/** Runs one seed: users work on their devices under faults; then the faults end, and devices and server must agree. */
export async function runSeed(seed: number, server: SimulatedServer): Promise<Outcome> {
  restart();
  globalThis.indexedDB = new IDBFactory();
  const lines: string[] = [];
  const counts = { operations: 0, faults: 0 };
  const log = (line: string) => void lines.push(`${new Date().toISOString().slice(5, 23)} ${line}`);
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  const { error: printError } = console;
  console.error = (...values) => log(values.join(' '));
  const participants: Participant[] = [];
  try {
    const world = createWorld(seed, server, { log, counts });
    participants.push(...(await createParticipants(world, seed)));
    await runWithFaults(world, participants);
    await converge(world, participants);
    await checkEverything(world, participants);
    if (unhandled.length > 0) throw unhandled[0];
    return { seed, log: lines, counts };
  } catch (error) {
    // The first failure is the cause of the others.
    const [cause = error] = unhandled;
    const violation = cause instanceof Violation ? cause.message : (cause as Error).stack;
    return { seed, violation: String(violation), log: lines, counts };
  } finally {
    for (const { devices } of participants)
      for (const { tabs } of devices) for (const { page } of [...tabs]) page.close();
    await runAll();
    for (const { user } of participants) await server.deleteUser(user);
    process.off('unhandledRejection', onUnhandled);
    console.error = printError;
  }
}

function createWorld(seed: number, server: SimulatedServer, report: Report): World {
  const random = createRandom(seed);
  const level = random.pick([0, 0.05, 0.15, 0.3]);
  const faults = {
    network: level,
    server: random.pick([0, level / 2]),
    disk: random.pick([0, 0, 0.02]),
    slowDisk: random.pick([0, 0.05, 0.2]),
  };
  const isCalm = faults.network + faults.server + faults.disk === 0;
  const overlap = random.pick([0, 0, 0.8]);
  const ledger = createLedger();
  const links = createLinkLedger();
  // Without linked items, a seed gives the same run as before there were any.
  const kinds = seed % 4 === 1 ? [testItems, steps] : [testItems];
  const world = { random, server, ledger, links, kinds, faults, isCalm, overlap, ...report };
  return { ...world, network: createNetwork(world) };
}

/** Creates a user with two or three devices, and sometimes another user who shares a device with them. */
async function createParticipants(world: World, seed: number): Promise<Participant[]> {
  const { random, server } = world;
  const participants: Participant[] = [];
  const isWriting = random.chance(0.3);
  for (const prefix of random.chance(0.2) ? ['a', 'b'] : ['a']) {
    const user = await track(server.createUser(prefix));
    const count = prefix === 'a' ? random.int(2, 3) : 1;
    const devices = Array.from({ length: count }, (_, index) =>
      createDevice(world, user, `${prefix}${index}`, `seed-${seed}-${index}`),
    );
    for (const device of devices) {
      device.setClock(random.int(-YEAR, YEAR));
      await device.signIn();
      await device.openTab();
      if (random.chance(isWriting ? 0.8 : 0.15)) await device.openTab();
    }
    participants.push({ user, prefix, devices, person: createPerson(world, prefix, isWriting) });
  }
  return participants;
}

/** Lets users work on their devices while the network, the disks, the sessions and the server fail. */
async function runWithFaults(world: World, participants: Participant[]) {
  const { random } = world;
  // A conflict that changes before it is decided needs many steps, and so do linked items.
  const isLong = world.overlap > 0 || world.kinds.length > 1;
  const operations = isLong ? random.int(60, 120) : random.int(15, 50);
  let restore: (() => Promise<void>) | undefined;
  for (let count = 0; count < operations; count++) {
    const { user, devices, person } = random.pick(participants);
    await runEvent(random.pick(devices), person, user);
    await run(gap());
  }

  function gap() {
    const kind = random.weighted({ short: 20, medium: 9, long: 1 });
    if (kind === 'short') return random.int(0, 500);
    return kind === 'medium' ? random.int(500, 20_000) : random.int(1, 20) * MINUTE;
  }

  async function runEvent(device: Device, person: Person, user: User) {
    const tab = device.tabs.length > 0 && random.pick(device.tabs);
    const event = random.weighted(EVENTS);
    if (event !== 'act' && event !== 'open' && event !== 'kill') world.counts.faults++;
    switch (event) {
      case 'act':
        if (device.isAsleep) return device.wake();
        if (tab) return void person.act(device, tab);
        return device.isSignedIn ? device.openTab() : signIn(device);
      case 'network':
        return device.setOnline(!device.isOnline);
      case 'sleep':
        return device.isAsleep ? device.wake() : device.fallAsleep();
      case 'kill':
        if (!tab) return;
        return random.chance(0.3) ? tab.page.kill() : tab.page.killAfter(random.int(0, 40));
      case 'open':
        if (device.tabs.length < 2) return device.openTab();
        return;
      case 'session':
        return device.isSignedIn ? device.endSession() : signIn(device);
      case 'clock':
        return device.setClock(random.int(-YEAR, YEAR));
      case 'day':
        world.log('a day passes');
        skip(25 * HOUR);
        return track(world.server.sweepPhotos());
      case 'forget':
        return forgetDeletions(user);
      case 'backup':
        if (world.ledger.isRestored) return;
        if (!restore) restore = await track(world.server.backUp(user));
        else {
          world.log('a backup is restored');
          world.ledger.restore();
          await track(restore());
        }
        return;
    }
  }

  async function signIn(device: Device) {
    await device.signIn();
    await device.openTab();
  }

  /** Makes the server forget deletions that are so old that no request or response can still be in progress. */
  async function forgetDeletions(user: User) {
    world.log('deletions are forgotten');
    world.network.dropLate();
    for (const device of participants.flatMap(({ devices }) => devices)) {
      for (const { page, deletions } of device.tabs) {
        world.network.cut(page);
        // Nobody undoes a deletion after 90 days.
        deletions.length = 0;
      }
      for (const { id, base } of (await readDevice(device)).outbox)
        if (!base) world.ledger.forgetDeletion(id);
    }
    await track(world.server.forgetDeletions(user));
  }
}

const EVENTS = {
  act: 80,
  network: 6,
  sleep: 3,
  kill: 4,
  open: 2,
  session: 1,
  clock: 1,
  day: 0.3,
  forget: 0.3,
  backup: 0.15,
};

/** Ends all faults, brings every device online and decides every conflict, until nothing is left to send. */
async function converge(world: World, participants: Participant[]) {
  world.log('— all faults end');
  Object.assign(world.faults, NO_FAULTS);
  world.network.deliverLate();
  const all = participants.flatMap(({ devices, person }) =>
    devices.map((device) => ({ device, person })),
  );
  for (const { device } of all)
    for (const { page } of device.tabs) page.killAfter(Number.POSITIVE_INFINITY);
  await run(3 * MINUTE);
  for (let round = 0; ; round++) {
    const unsent: string[] = [];
    for (const { device, person } of all) {
      if (!device.isSignedIn) await device.signIn();
      if (!device.isOnline) device.setOnline(true);
      if (device.tabs.length === 0) await device.openTab();
      device.wake();
      const [tab] = device.tabs;
      // Failed changes are not repeated automatically. A known list must be right without being loaded again.
      for (const kind of world.kinds) {
        const { loadedAt } = tab?.sync.collection(kind).store.get() ?? {};
        if (!loadedAt) void tab?.sync.load(kind).catch(() => {});
      }
      void tab?.sync.sendNow();
      await run(5000);
      const { outbox } = await readDevice(device);
      if (outbox.length > 0 || !device.isSignedIn) unsent.push(device.name);
      const waiting = outbox.filter(({ problem }) => problem);
      if (tab) for (const entry of waiting) void person.decide(device, tab, entry);
      await run(5000);
    }
    if (unsent.length === 0 && round > 0) return;
    if (round === ROUNDS_TO_CONVERGE) throw new Violation(`changes stay unsent on ${unsent}`);
  }
}
