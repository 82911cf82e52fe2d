import assert from 'node:assert/strict';
import { callEndpoint, streamEvents } from '#client/api-client/api.ts';
import type { Item } from '#client/sync/item.ts';
import { type LocalDatabase, openLocalDatabase } from '#client/sync/local-database.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { createUserSync, type UserSync } from '#client/sync/user-sync.ts';
import { kit } from '#shared/endpoints.ts';
import type { ItemKind } from '#shared/items.ts';
import { simulateDisk } from './disk.ts';
import { createDraftLedger, type Form } from './draft-ledger.ts';
import { createLocks } from './locks.ts';
import { createPage, type Page } from './page.ts';
import type { User } from './simulated-server.ts';
import { after, currentTime, track } from './virtual-time.ts';
import type { World } from './world.ts';

export type Device = ReturnType<typeof createDevice>;

/** The app in one tab: what it shows and its open forms. */
export type Tab = {
  page: Page;
  sync: UserSync;
  /** Stops following changes, to begin again. */
  following: AbortController;
  forms: Form[];
  /** Conflicts that the user has looked at and will decide later. */
  considered: OutboxEntry[];
  /** The deletions on this device that can be undone, latest last. */
  deletions: { id: string; kind: ItemKind; undo(): Promise<boolean>; keepPieces(): void }[];
};

/** Creates a user's device: a browser with a database, tabs, a clock and a session. */
export function createDevice(world: World, user: User, name: string, databaseName: string) {
  const { random, network, server, kinds, log } = world;
  const locks = createLocks();
  /** Without locks, only a form's own tab knows that the form is open. */
  const hasFormLocks = random.chance(0.6);
  const drafts = createDraftLedger({ hasLocks: hasFormLocks });
  const tabs: Tab[] = [];
  let isOnline = true;
  let asleep: (() => void)[] | undefined;
  let clockOffsetMs = 0;
  let clockSetCount = 0;
  let session: string | undefined;
  let tabCount = 0;

  const whenAwake = (run: () => void) => {
    if (asleep) asleep.push(run);
    else run();
  };

  /** Opens the app in a tab. */
  async function openTab() {
    const token = session;
    if (!token) return;
    const page = createPage(`${name}.${++tabCount}`, world);
    const database = await track(openLocalDatabase(databaseName));
    assert.ok(database.isPersistent);
    page.onClose(() => {
      network.cut(page);
      database.close();
      const index = tabs.findIndex((tab) => tab.page === page);
      for (const { forms } of index >= 0 ? tabs.splice(index, 1) : [])
        for (const { line } of forms) drafts.close(line);
    });
    const following = new AbortController();
    const tab: Tab = {
      page,
      sync: start(page, token, database),
      following,
      forms: [],
      considered: [],
      deletions: [],
    };
    tabs.push(tab);
    log(`${page.name} opens`);
    for (const kind of kinds) tab.sync.collection(kind);
    follow(tab, true);
    background(page, tab.sync.resume());
  }

  function start(page: Page, token: string, database: LocalDatabase) {
    // Each page has its own token, so that the network can tell pages apart.
    const bearer = random.uuid();
    const isSignedIn = () => session === token;
    const onSessionEnded = () => isSignedIn() && signOut();
    const ownLocks = createLocks();
    const locksFor = (lock: string) =>
      lock.startsWith('form.') && !hasFormLocks ? ownLocks : locks;
    network.connect(bearer, {
      page,
      session: token,
      isOnline: () => isOnline,
      whenAwake,
      onSessionEnded,
    });
    return createUserSync({
      userId: user.id,
      database: simulateDisk(world, page, database.forUser(user.id)),
      bearer,
      kinds,
      isSignedIn,
      checkSession: isSignedIn,
      canConnect: () => isOnline,
      now: () => new Date(currentTime() + clockOffsetMs).toISOString(),
      newId: random.uuid,
      withLock: (lock, ...parameters) => locksFor(lock).withLock(page, lock, ...parameters),
      heldLocks: async () => locksFor('form.').held(),

      async fetchList({ list, many }) {
        const signal = AbortSignal.timeout(30_000);
        const result = await callEndpoint(list, { bearer, signal });
        if (!result.success) throw result;
        return { items: result[many] as Item[], seq: Number(result.seq) };
      },

      async *openStream(signal) {
        const release = await page.wait(locks.acquire(page, `stream.${user.id}`, signal));
        try {
          // The network ends a silent stream, like the app after a while without messages.
          const options = { bearer, signal, onActivity() {} };
          for await (const seq of streamEvents(kit.changesStream, options)) yield Number(seq);
        } finally {
          release();
        }
      },

      pause: (ms, signal) =>
        page.wait(
          new Promise<void>((resolve) => {
            const finish = () => whenAwake(resolve);
            after(ms, finish);
            signal.addEventListener('abort', finish);
          }),
        ),

      publish(change) {
        for (const other of tabs)
          if (other.page !== page)
            after(random.int(1, 100), () => {
              if (other.page.isAlive) other.sync.receive(change);
            });
      },
    });
  }

  /** Follows changes until the tab is hidden. Loads the list if it was not requested before. */
  function follow(tab: Tab, isOpening: boolean) {
    for (const kind of kinds)
      background(tab.page, tab.sync.follow(kind, tab.following.signal, isOpening));
  }

  /** Stops and forgets the tabs. Their requests may still be in progress. */
  function signOut() {
    session = undefined;
    log(`${name} is signed out`);
    for (const { following, sync, forms } of tabs.splice(0)) {
      for (const { draft, line } of forms) {
        drafts.close(line);
        void draft.close();
      }
      following.abort();
      sync.stop();
    }
  }

  /** Runs work in the background. It may fail because of the disk. */
  function background(page: Page, work: Promise<unknown>) {
    work.catch((error) => log(`${page.name}: ${error}`));
  }

  return {
    name,
    user,
    databaseName,
    tabs,
    drafts,
    openTab,

    get isOnline() {
      return isOnline;
    },
    setOnline(next: boolean) {
      isOnline = next;
      log(`${name} is ${next ? 'online' : 'offline'}`);
      if (!next)
        for (const { page, sync } of tabs) {
          sync.interrupt();
          network.cut(page);
        }
      if (!next) return;
      for (const { page, sync } of tabs) background(page, sync.resume());
    },

    get isAsleep() {
      return asleep !== undefined;
    },
    fallAsleep() {
      asleep ??= [];
      log(`${name} sleeps`);
    },
    /** Wakes the device, which follows changes anew, like a page that becomes visible. */
    wake() {
      const waiting = asleep ?? [];
      asleep = undefined;
      log(`${name} wakes`);
      for (const run of waiting) after(0, run);
      for (const tab of tabs) {
        tab.following.abort();
        tab.following = new AbortController();
        follow(tab, false);
      }
    },

    get clockSetCount() {
      return clockSetCount;
    },
    setClock(offsetMs: number) {
      clockOffsetMs = offsetMs;
      clockSetCount++;
    },

    get isSignedIn() {
      return session !== undefined;
    },
    async signIn() {
      session = await track(server.startSession(user));
      log(`${name} signs in`);
    },
    /** Ends the session only on the server: the device learns of it with its next request. */
    endSession: () => track(server.endSession(session ?? '')),
  };
}
