import { app } from '#app';
import type { Answers } from './fake-device.ts';

/** What a phone brings with it, as far as the plugins' calls go. */
type Phone = { answers: Answers };

/** A camera that nobody has allowed yet. Whoever is asked says yes; then it takes this photo. */
export function givePhoto({ answers }: Phone, webPath: string) {
  Object.assign(answers, {
    'Camera.checkPermissions': () => ({ camera: 'prompt', photos: 'prompt' }),
    'Camera.requestPermissions': () => ({ camera: 'granted', photos: 'prompt' }),
    'Camera.takePhoto': () => ({ type: 0, saved: false, webPath }),
  });
}

/** A Keychain or Keystore that works, as far as the plugin's three calls go. */
export function keepSecrets({ answers }: Phone) {
  const kept = new Map<string, string>();
  Object.assign(answers, {
    'SecureStorage.internalSetItem': ({ prefixedKey, data }: Record<string, string>) => {
      kept.set(prefixedKey ?? '', data ?? '');
    },
    'SecureStorage.internalGetItem': ({ prefixedKey }: Record<string, string>) => ({
      data: kept.get(prefixedKey ?? '') ?? null,
    }),
    'SecureStorage.internalRemoveItem': ({ prefixedKey }: Record<string, string>) => ({
      success: kept.delete(prefixedKey ?? ''),
    }),
  });
  return kept;
}

/** As a phone hands it over: emails link to the public host. */
export const onPhone = (link: string) => link.replace(/^https?:\/\/[^/]+/, `https://${app.host}`);
