import type { Draft } from './draft.ts';
import type { Item } from './item.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** What is stored on this device for one user: the records of each store. */
export type Records = {
  /**
   * Items as the server last sent them. `seq` is the number of the change up to which the item is known, `order` the
   * negative creation time, so that the newest items come first.
   */
  items: { entity: string; id: string; item: Item; seq: number; order: number };
  /** Changes that the server has not confirmed yet, at most one per item. */
  outbox: OutboxEntry;
  /** The content of forms before they are saved. */
  drafts: Draft;
  /** Photos of unsent changes and drafts. */
  photos: StoredPhoto;
  /** Small photos for lists, by their path on the server. */
  thumbnails: StoredPhoto;
  /** The number and time of the latest change that a kind's items contain. */
  cursors: { entity: string; seq: number; at: string };
  /** One record, if the user has signed in here. `bearer` is the session with which the service worker sends. */
  users: { bearer?: string };
};

export type StoredPhoto = { path: string; blob: Blob };

export type StoreName = keyof Records;

/** The properties that make up a key. */
export const KEYS: { [S in StoreName]: (keyof Records[S] & string)[] } = {
  items: ['entity', 'id'],
  outbox: ['entity', 'id'],
  drafts: ['entity', 'id'],
  photos: ['path'],
  thumbnails: ['path'],
  cursors: ['entity'],
  users: [],
};

export const STORES = Object.keys(KEYS) as StoreName[];

/** Reads and writes within one transaction. Await nothing else: the transaction would end. */
export type Transaction = {
  get<S extends StoreName>(store: S, key: string[]): Promise<Records[S] | undefined>;
  /** Reads the records whose key begins with `prefix`. */
  getAll<S extends StoreName>(store: S, prefix: string[]): Promise<Records[S][]>;
  /** Reads the newest items of a kind. */
  getNewest(prefix: string[], count: number): Promise<Records['items'][]>;
  put<S extends StoreName>(store: S, record: Records[S]): Promise<unknown>;
  /** Deletes the record with this key, or all records whose key begins with it. */
  delete(store: StoreName, key: string[]): Promise<unknown>;
};

/** The data of one user on this device. No transaction reaches another user's data. */
export type UserDatabase = {
  /** False if the browser has no usable database: the data then lasts as long as the page. */
  isPersistent: boolean;
  read<T>(stores: StoreName[], work: Work<T>): Promise<T>;
  /**
   * Stores everything that `work` writes, or nothing if it throws. `blobs` are all Blobs that it writes, except Blobs
   * that it has read itself. Rejects if the disk is full. Takes effect before any later call.
   */
  write<T>(stores: StoreName[], work: Work<T>, blobs?: Blob[]): Promise<T>;
};

export type Work<T> = (transaction: Transaction) => Promise<T>;

/** Deletes everything of a user. */
export const deleteAll = (database: UserDatabase) =>
  database.write(STORES, async (transaction) => {
    for (const store of STORES) await transaction.delete(store, []);
  });
