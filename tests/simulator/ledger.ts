import type { FieldValues } from '#client/sync/item.ts';
import type { ServerAnswer, ServerRequest } from './simulated-server.ts';

export type Ledger = ReturnType<typeof createLedger>;

/** A piece of a user's content: a unique word or a photo. */
type Piece = {
  /** The device has confirmed that the piece is saved. */
  isAcknowledged: boolean;
  /** Why the piece may be missing: a user has removed it or has chosen a version without it. */
  givenUpBy: Set<object>;
  /** How many times a user has chosen to keep both versions. */
  copies: number;
};

/**
 * A new item of a device: when saving began and was confirmed, and how often the device's clock had been set by then.
 */
type Creation = { id: string; device: string; beganAt: number; savedAt: number; clock: number };

type Deletion = { device: string; isAcknowledged: boolean };

/** The rule that a run has broken. */
export class Violation extends Error {}

/**
 * Records what users did and what the server confirmed: which words and photos must exist at the end and which must
 * not.
 */
export function createLedger() {
  const pieces = new Map<string, Piece>();
  /** Words that a user has removed from an item, as `item word`. */
  const removed = new Set<string>();
  /** Deletions by users, by item. */
  const deleted = new Map<string, Deletion>();
  /** The pieces that were saved on a device, by `device item`. */
  const savedOn = new Map<string, string[]>();
  /** Items whose deletion the server has confirmed, with the id of that deletion. */
  const gone = new Map<string, string | null>();
  /** New items without photos that nobody has changed since. */
  const created = new Map<string, Creation>();
  /** The photo behind a path on the server, or behind the id of an unsent upload. */
  const photoAt = new Map<string, string>();
  let count = 0;
  let isRestored = false;

  /** The reason for all pieces that were given up permanently. */
  const forGood = {};

  const pieceOf = (name: string) => {
    const piece = pieces.get(name) ?? {
      isAcknowledged: false,
      givenUpBy: new Set<object>(),
      copies: 0,
    };
    pieces.set(name, piece);
    return piece;
  };

  function giveUp(names: Iterable<string>, reason: object = forGood) {
    for (const name of names) pieceOf(name).givenUpBy.add(reason);
  }

  function takeBack(reason: object) {
    for (const { givenUpBy } of pieces.values()) givenUpBy.delete(reason);
  }

  return {
    pieces: pieces as ReadonlyMap<string, Readonly<Piece>>,
    removed: removed as ReadonlySet<string>,
    deleted: deleted as ReadonlyMap<string, Readonly<Deletion>>,
    gone: gone as ReadonlyMap<string, string | null>,
    created: created as ReadonlyMap<string, Readonly<Creation>>,
    /** Records that an older backup replaced the server's data: then only agreement can be checked. */
    get isRestored() {
      return isRestored;
    },

    newWord: (prefix: string) => `${prefix}${++count}`,
    /** Returns the size of a photo, which identifies it. */
    newPhotoBytes: () => 100 + ++count,

    photoStored: (path: string, bytes: number) => void photoAt.set(path, photoName(bytes)),

    /** Returns the words and the photo that a user sees in an item. */
    seenIn: (item: FieldValues & { photo_path?: string | null }) => {
      const photo = item.photo_path && photoAt.get(item.photo_path);
      return new Set([...wordsOf(item), ...(photo ? [photo] : [])]);
    },

    create: (creation: Creation) => void created.set(creation.id, creation),
    /** Records that a user changes or deletes an item, which may affect whether and when it is created. */
    touch: (id: string) => void created.delete(id),

    /** Marks pieces that may be missing from now on by a user's decision. */
    giveUp,
    /** Reverses a reason for giving up pieces: none may be missing because of it. */
    takeBack,
    /** Records that a user saves a change. Call the returned function when the device has confirmed it. */
    save(device: string, id: string, names: string[]) {
      const key = `${device} ${id}`;
      savedOn.set(key, [...(savedOn.get(key) ?? []), ...names]);
      return () => {
        for (const name of names) pieceOf(name).isAcknowledged = true;
      };
    },
    /** Marks pieces that may exist one more time. */
    copy(names: Iterable<string>) {
      for (const name of names) pieceOf(name).copies++;
    },
    removeWords(id: string, words: Iterable<string>) {
      for (const word of words) removed.add(`${id} ${word}`);
    },
    /** Forgets which words were removed from an item, because a user has chosen a version that may contain them. */
    decide(id: string) {
      for (const key of removed) if (key.startsWith(id)) removed.delete(key);
    },
    /** Records that a user deletes an item. Call `acknowledge` when the device has confirmed it. */
    deleteItem(device: string, id: string, seen: Iterable<string>) {
      const deletion: Deletion = { device, isAcknowledged: false };
      deleted.set(id, deletion);
      giveUp(seen, deletion);
      // With the item, the device discards changes that were saved on it and not sent, even if they are not shown yet.
      const giveUpSaved = () => giveUp(savedOn.get(`${device} ${id}`) ?? [], deletion);
      giveUpSaved();
      return {
        acknowledge() {
          deletion.isAcknowledged = true;
          giveUpSaved();
        },
        /** Records that the deletion was undone: nothing may be missing because of it. */
        undo: () => takeBack(deletion),
      };
    },
    /** Forgets that a user deleted an item on this device, because they changed it again or kept another version. */
    keepItem(device: string, id: string) {
      if (deleted.get(id)?.device === device) deleted.delete(id);
    },

    /** Records what the server did. Throws if it brings a deleted item back. */
    answered({ method, path, body, contentType }: ServerRequest, answer: ServerAnswer) {
      const id = /^\/api\/(?:items|steps)\/([\w-]+)/.exec(path)?.[1] ?? '';
      // Others refer to the item, which is shown again.
      if (method === 'DELETE' && answer.status === 403) deleted.delete(id);
      if (answer.status >= 300) return;
      const deletionId = new URLSearchParams(path.split('?')[1]).get('deletion');
      if (method === 'DELETE') gone.set(id, deletionId);
      if (path.includes('/restore') && gone.get(id) === deletionId) {
        gone.delete(id);
        // Another device may have deleted it too, and learned that it was already gone.
        deleted.delete(id);
      }
      if (path.startsWith('/api/upload')) {
        const { filePath } = JSON.parse(answer.text) as { filePath: string };
        photoAt.set(filePath, photoName(photoBytes(body as Buffer, contentType as string)));
      }
      if ((method === 'POST' || method === 'PUT') && /^\/api\/(items|steps)/.test(path)) {
        const { item, step } = JSON.parse(answer.text) as Record<string, { id: string }>;
        const saved = (item ?? step)?.id ?? '';
        if (gone.has(saved)) throw new Violation(`the deleted item ${saved} is back`);
      }
    },

    /** Allows an item to return: the server has forgotten its deletion while a device still wants to create it. */
    forgetDeletion(id: string) {
      gone.delete(id);
      deleted.delete(id);
    },
    restore() {
      isRestored = true;
      gone.clear();
    },
  };
}

export const photoName = (bytes: number) => `photo-${bytes}`;

export function wordsOf({ title, text }: FieldValues): string[] {
  return `${title ?? ''} ${text ?? ''}`.split(/\s+/).filter(Boolean);
}

/** Returns the size of the file in a form. */
function photoBytes(body: Buffer, contentType: string) {
  const boundary = /boundary=(.*)/.exec(contentType)?.[1] ?? '';
  const start = body.indexOf('\r\n\r\n') + 4;
  return body.indexOf(`\r\n--${boundary}`, start) - start;
}
