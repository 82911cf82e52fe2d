import { REMEMBERED_LIFETIME_DAYS } from '#client/constants.ts';
import { openDevice } from '#client/native/index.ts';

/**
 * The credentials that "Remember me" stores on this device. On native the Keychain or Keystore protects it; on the
 * web it is only encrypted next to its key, see `native/browser-secret.ts`.
 */
export type Remembered = {
  email: string;
  password: string;
  rememberMe: true;
  /** In milliseconds since 1970. Each sign-in with "Remember me" renews it. */
  expiresAt: number;
};

/** Returns the stored credentials. Deletes them if they have expired. */
export async function loadRemembered(): Promise<Remembered | undefined> {
  try {
    const text = await (await openDevice()).secret.read();
    const stored: Remembered | undefined = text ? JSON.parse(text) : undefined;
    if (!stored || stored.expiresAt > Date.now()) return stored;
    await deleteRemembered();
  } catch {
    // Nothing can be stored in a private window, without TLS or after the key was lost.
  }
  return undefined;
}

export async function saveRemembered(email: string, password: string): Promise<void> {
  const expiresAt = Date.now() + REMEMBERED_LIFETIME_DAYS * 24 * 60 * 60 * 1000;
  const remembered: Remembered = { email, password, rememberMe: true, expiresAt };
  try {
    await (await openDevice()).secret.write(JSON.stringify(remembered));
  } catch {
    // Signing in is more important than remembering.
  }
}

/** Deletes the credentials of this address. */
export async function deleteRememberedOf(email: string): Promise<void> {
  if ((await loadRemembered())?.email === email) await deleteRemembered();
}

export async function deleteRemembered(): Promise<void> {
  try {
    await (await openDevice()).secret.clear();
  } catch {
    // Without storage there is nothing to delete.
  }
}
