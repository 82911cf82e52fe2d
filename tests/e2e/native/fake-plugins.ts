import { app } from '#app';
import { fakeFilesystem as createFilesystem } from '#client/testing/fake-filesystem.ts';
import type { Handlers } from './fake-device.ts';

type Device = { handlers: Handlers };

/** Fakes a camera whose permission is granted on request and which returns the given photo. */
export function fakeCamera({ handlers }: Device, webPath: string) {
  Object.assign(handlers, {
    'Camera.checkPermissions': () => ({ camera: 'prompt', photos: 'prompt' }),
    'Camera.requestPermissions': () => ({ camera: 'granted', photos: 'prompt' }),
    'Camera.takePhoto': () => ({ type: 0, saved: false, webPath }),
  });
}

/** Fakes the Keychain or Keystore. Returns its contents. */
export function fakeSecureStorage({ handlers }: Device) {
  const stored = new Map<string, string>();
  Object.assign(handlers, {
    'SecureStorage.internalSetItem': ({ prefixedKey, data }: Record<string, string>) => {
      stored.set(prefixedKey ?? '', data ?? '');
    },
    'SecureStorage.internalGetItem': ({ prefixedKey }: Record<string, string>) => ({
      data: stored.get(prefixedKey ?? '') ?? null,
    }),
    'SecureStorage.internalRemoveItem': ({ prefixedKey }: Record<string, string>) => ({
      success: stored.delete(prefixedKey ?? ''),
    }),
  });
  return stored;
}

/** Fakes the app's own files, which outlive the page and its database. Returns them by path. */
export function fakeFilesystem({ handlers }: Device) {
  const { files, methods } = createFilesystem();
  for (const [name, method] of Object.entries(methods)) handlers[`Filesystem.${name}`] = method;
  return files;
}

/** Replaces the origin of a link with the public host, as in the emails of a real server. */
export const withPublicHost = (link: string) =>
  link.replace(/^https?:\/\/[^/]+/, `https://${app.host}`);
