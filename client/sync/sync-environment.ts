import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import type { UnsentBackup } from './unsent-backup.ts';
import type { UserDatabase } from './user-database.ts';

/** The response of a list call. */
export type List = { items: Item[]; seq: number };

/** What syncing needs from the browser. The simulator replaces it. */
export type SyncEnvironment = {
  userId: string;
  /** The data of the user. */
  database: UserDatabase;
  /** The session of the user: another one may sign in while a request is on its way. */
  bearer: string;
  kinds: readonly ItemKind[];
  /** Loads all items of a kind through the default query. */
  fetchList(kind: ItemKind): Promise<List>;
  /** Yields the number of the latest change when the stream opens and after every change. Ends or throws when it is cut off. */
  openStream(signal: AbortSignal): AsyncIterable<number>;
  /** Tells whether requests may be sent now. */
  canConnect(): boolean;
  /** Tells whether the user is still signed in. */
  isSignedIn(): boolean;
  /** Does the same before a request is made, and ends the session if its token is not the stored one any more. */
  checkSession(): boolean;
  /**
   * Runs `work` while no other tab runs one under the same name. With `isUrgent` it begins at once, and the one that is
   * running loses the lock: the signal that it got aborts, and its call rejects.
   */
  withLock<T>(
    name: string,
    signal: AbortSignal,
    work: (lost: AbortSignal) => Promise<T>,
    isUrgent?: boolean,
  ): Promise<T>;
  /** Returns the names under which a tab runs something now. */
  heldLocks(): Promise<Set<string>>;
  /** Tells other tabs of this user which items changed. */
  publish(change: LocalChange): void;
  /** Waits until the time is over or the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns the time of this device. */
  now(): string;
  newId(): string;
  /** Called when changes stay on the device because the server cannot be reached. */
  onUnsent?(): void;
  /** A second copy of unsent changes, on devices that may delete the database. */
  backup?: UnsentBackup;
};

/** Items that changed on this device; without ids, all of the kind may have. */
export type LocalChange = {
  entity: string;
  ids?: string[];
  /** The tab has its items in memory, because it could not store them. */
  isInMemory?: boolean;
};
