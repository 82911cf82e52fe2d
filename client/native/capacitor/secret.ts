import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import type { SecretStore } from '../definitions.ts';

const KEY = 'remember';

/** In the Keychain or the Keystore. It stays on this device: no backup and no other device gets it. */
export const deviceSecret = {
  async read() {
    return (await SecureStorage.getItem(KEY)) ?? undefined;
  },

  async write(text) {
    await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly);
    await SecureStorage.setItem(KEY, text);
  },

  async clear() {
    await SecureStorage.removeItem(KEY);
  },
} satisfies SecretStore;
