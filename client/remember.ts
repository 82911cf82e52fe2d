import { app } from '#app';
import { browserStore } from './browser-database.ts';

/**
 * "Remember me": email, password and the choice itself, encrypted with a key that the browser
 * keeps and never hands out. Reading the disk or the storage gives nobody the password.
 */
export type Remembered = { email: string; password: string; rememberMe: true };

const store = browserStore(`${app.id}.remember`, 'remember');
const KEY = 'key';
const SEALED = 'sealed';

export async function loadRemembered(): Promise<Remembered | undefined> {
  try {
    const [key, sealed] = [await store.read<CryptoKey>(KEY), await store.read<Sealed>(SEALED)];
    if (!key || !sealed) return undefined;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    // A private window, a lost key or a page without TLS: then nothing is remembered.
    return undefined;
  }
}

export async function saveRemembered(email: string, password: string): Promise<void> {
  const remembered: Remembered = { email, password, rememberMe: true };
  try {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(remembered));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
    await store.write((store) => {
      store.put(key, KEY);
      store.put({ iv, data } satisfies Sealed, SEALED);
    });
  } catch {
    // Not remembering is safe; failing the sign-in over it would not be kind.
  }
}

export async function forgetRemembered(): Promise<void> {
  try {
    await store.write((store) => store.clear());
  } catch {
    // No storage, nothing to forget.
  }
}

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
