import { openDevice } from './native/index.ts';

/** "Remember me": email, password and the choice itself, where only this device can read them. */
export type Remembered = { email: string; password: string; rememberMe: true };

export async function loadRemembered(): Promise<Remembered | undefined> {
  try {
    const text = await (await openDevice()).secret.read();
    return text ? JSON.parse(text) : undefined;
  } catch {
    // A private window, a lost key or a page without TLS: then nothing is remembered.
    return undefined;
  }
}

export async function saveRemembered(email: string, password: string): Promise<void> {
  const remembered: Remembered = { email, password, rememberMe: true };
  try {
    await (await openDevice()).secret.write(JSON.stringify(remembered));
  } catch {
    // Not remembering is safe; failing the sign-in over it would not be kind.
  }
}

/** When what is remembered of this address is out of date. */
export async function forgetRememberedOf(email: string): Promise<void> {
  if ((await loadRemembered())?.email === email) await forgetRemembered();
}

export async function forgetRemembered(): Promise<void> {
  try {
    await (await openDevice()).secret.clear();
  } catch {
    // No storage, nothing to forget.
  }
}
