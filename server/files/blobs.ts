/** Where the bytes are. Names are the server's own and are never used twice. */
export type Blobs = {
  kind: 'folder' | 's3';
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Undefined when there is no such blob. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(name: string): Promise<void>;
  /** Removes what a crash left half written, once it is older than any write takes. */
  removeUnfinished(): Promise<void>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
};
