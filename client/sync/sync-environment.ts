import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import type { UnsentBackup } from './unsent-backup.ts';
import type { UserDatabase } from './user-database.ts';

/** The response of a list call. */
export type List = { items: Item[]; seq: number };

/** What syncing needs from the browser. The simulator replaces it. */
export type SyncEnvironment = {
  userId: string;
  /** The user's data. */
  database: UserDatabase;
  /** The user's session token, because another user may sign in during a request. */
  bearer: string;
  kinds: readonly ItemKind[];
  /** Loads all items of a kind through the default query. */
  fetchList(kind: ItemKind): Promise<List>;
  /**
   * Yields the number of the latest change when the stream opens and after every change. Ends or throws when the stream
   * is cut off.
   */
  openStream(signal: AbortSignal): AsyncIterable<number>;
  /** Tells whether requests may be sent now. */
  canConnect(): boolean;
  /** Tells whether the user is still signed in. */
  isSignedIn(): boolean;
  /** Tells the same before a request, and ends the session if its token is no longer the stored one. */
  checkSession(): boolean;
  /**
   * Runs `work` while no other tab holds the lock of this name. With `isUrgent` it begins at once and takes the lock
   * from its holder, whose signal aborts and whose call rejects.
   */
  withLock<T>(
    name: string,
    signal: AbortSignal,
    work: (lost: AbortSignal) => Promise<T>,
    isUrgent?: boolean,
  ): Promise<T>;
  /** Returns the names of the locks that tabs hold now. */
  heldLocks(): Promise<Set<string>>;
  /** Tells other tabs of this user which items changed. */
  publish(change: LocalChange): void;
  /** Waits until the time has passed or the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns the time of this device. */
  now(): string;
  newId(): string;
  /** Called when changes stay on this device because the server cannot be reached. */
  onUnsent?(): void;
  /** A second copy of unsent changes, on devices whose system may delete the database. */
  backup?: UnsentBackup;
};

/** Items that changed on this device; without ids, all items of the kind may have changed. */
export type LocalChange = {
  entity: string;
  ids?: string[];
  /** The tab has its items in memory, because it could not store them. */
  isInMemory?: boolean;
};
