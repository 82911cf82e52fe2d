import { browserDevice } from './browser.ts';
import type { Device } from './definitions.ts';
import { isNative } from './platform.ts';

/** Returns the device. Only the native app loads the code of Capacitor. */
export async function openDevice(): Promise<Device> {
  if (!isNative()) return browserDevice;
  const { capacitorDevice } = await import('./capacitor.ts');
  return capacitorDevice;
}
