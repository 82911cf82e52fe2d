export type StreamedBlob = { size: number; pieces: AsyncGenerator<Uint8Array> };

/** A store for the bytes of files. The server chooses the names and never reuses one. */
export type Blobs = {
  kind: 'folder' | 's3';
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Reads a blob. Returns undefined if it does not exist. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Reads a blob in pieces on demand. Not for S3, whose hash is verified before anything is used. */
  stream?(name: string): Promise<StreamedBlob | undefined>;
  remove(name: string): Promise<void>;
  /** Removes incomplete files that a crash left, once they are too old to be in progress. */
  removeUnfinished(): Promise<void>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
};

/** A name is one path segment and not a hidden file: rows of a restored backup may contain any text. */
const NAME = /^[\w-][\w.@-]{0,254}$/;

export const isBlobName = (name: string) => NAME.test(name);

/** Returns the name. Throws if it could lead outside the store. */
export function checkedName(name: string) {
  if (!isBlobName(name)) throw new Error(`${JSON.stringify(name)} is not a name of a stored file.`);
  return name;
}
