/*
 * The database stores a Blob as its bytes and its type: WebKit refuses Blobs in private windows and wherever it has no
 * files for them.
 */

/** What a record contains instead of its Blob. Records from earlier versions of the app contain the Blob itself. */
type Content = { bytes: ArrayBuffer; type: string } | { blob: Blob };

/**
 * The Blobs that a transaction can store. Their bytes are read before it begins, because waiting for them would end it.
 */
export type ReadBlobs = Map<Blob, Content>;

/** Reads the bytes of Blobs. */
export async function readBlobs(blobs: Blob[]): Promise<ReadBlobs> {
  const contents = blobs.map(async (blob): Promise<[Blob, Content]> => {
    return [blob, { bytes: await blob.arrayBuffer(), type: blob.type }];
  });
  return new Map(await Promise.all(contents));
}

/** Returns a record as the database stores it. */
export function toStored<T extends object>(record: T, read: ReadBlobs): object {
  if (!('blob' in record)) return record;
  const { blob, ...rest } = record;
  const content = read.get(blob as Blob);
  if (!content) throw new Error('A Blob can only be stored if the write was called with it');
  return { ...rest, ...content };
}

/** Returns a stored record with its Blob, which the same transaction can store again. */
export function fromStored<T extends object>(stored: T, read: ReadBlobs): T {
  const record = stored as object as T | (T & Content);
  if ('blob' in record) read.set(record.blob, { blob: record.blob });
  if (!('bytes' in record)) return record;
  const { bytes, type, ...rest } = record;
  const blob = new Blob([bytes], { type });
  read.set(blob, { bytes, type });
  return { ...rest, blob } as object as T;
}
