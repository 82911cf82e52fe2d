import { mock } from 'node:test';
import 'fake-indexeddb/auto';

/** Makes every database refuse Blobs, as WebKit does in private windows, until mocks are restored. */
export function refuseBlobs() {
  const { put } = IDBObjectStore.prototype;
  mock.method(IDBObjectStore.prototype, 'put', function (this: IDBObjectStore, value: object) {
    if (Object.values(value).some((one) => one instanceof Blob))
      throw new DOMException('Error preparing Blob/File data to be stored', 'UnknownError');
    return put.call(this, value);
  });
}
