import { app } from '#app';
import { browserStore } from '#client/storage/browser-database.ts';
import type { SecretStore } from './definitions.ts';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const store = browserStore(`${app.id}.remember`, 'remember');
const KEY = 'key';
const SEALED = 'sealed';

/**
 * Stores the text encrypted in IndexedDB. The key is non-extractable: scripts can use it but not
 * read it. It lies in the same browser profile as the text, so this keeps the text out of plain
 * view only. A copy of the profile is enough to recover it, and a script on this page could decrypt it.
 * The web platform offers nothing stronger without asking the user for another secret.
 */
export const browserSecret = {
  async read() {
    const [key, sealed] = [await store.read<CryptoKey>(KEY), await store.read<Sealed>(SEALED)];
    if (!key || !sealed) return undefined;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data);
    return new TextDecoder().decode(plain);
  },

  async write(text) {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      key,
      new TextEncoder().encode(text),
    );
    await store.write((store) => {
      store.put(key, KEY);
      store.put({ iv, data } satisfies Sealed, SEALED);
    });
  },

  clear: () => store.write((store) => store.clear()),
} satisfies SecretStore;
