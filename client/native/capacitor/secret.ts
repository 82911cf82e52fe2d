import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import type { SecretStore } from '../definitions.ts';

const KEY = 'remember';

/** Stores the text in the Keychain or Keystore of this device, outside backups and syncing. */
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
