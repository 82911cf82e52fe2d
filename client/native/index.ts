import { browserDevice } from './browser.ts';
import type { Device } from './definitions.ts';
import { isNative } from './platform.ts';

/** The door to the device. Only a native app fetches the code that speaks to one. */
export async function openDevice(): Promise<Device> {
  if (!isNative()) return browserDevice;
  const { capacitorDevice } = await import('./capacitor.ts');
  return capacitorDevice;
}
