/** A store for the bytes of files. The server chooses the names and never reuses one. */
export type Blobs = {
  kind: 'folder' | 's3';
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Reads a blob. Returns undefined if it does not exist. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(name: string): Promise<void>;
  /** Removes incomplete files that a crash left, once they are older than any write takes. */
  removeUnfinished(): Promise<void>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
};
