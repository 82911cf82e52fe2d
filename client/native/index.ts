import { browserDevice } from './browser.ts';
import type { Device } from './definitions.ts';

/** The door to the device: the only way from a screen to camera and gallery. */
export const device: Device = browserDevice;
