import { SplashScreen } from '@capacitor/splash-screen';
import { listenForBack } from './capacitor/back.ts';
import { paintBars } from './capacitor/bars.ts';
import { chooseFromGallery, listenForRecoveredPhotos, takePhoto } from './capacitor/camera.ts';
import { prepareKeyboard } from './capacitor/keyboard.ts';
import { followLinks } from './capacitor/links.ts';
import { watchNetwork } from './capacitor/network.ts';
import { deviceSecret } from './capacitor/secret.ts';
import type { Device, DeviceEvents } from './definitions.ts';

/** The native side of the device. */
export const capacitorDevice = {
  async start(app) {
    await Promise.all(Object.entries(PARTS).map(([name, part]) => prepare(name, () => part(app))));
  },

  reveal: () => SplashScreen.hide(),

  // A system's camera cannot be closed from here; whoever asked ignores what it brings.
  takePhoto: () => takePhoto(),
  chooseFromGallery: () => chooseFromGallery(),

  secret: deviceSecret,
} satisfies Device;

const PARTS: Record<string, (app: DeviceEvents) => Promise<unknown>> = {
  bars: paintBars,
  keyboard: prepareKeyboard,
  links: followLinks,
  'back button': listenForBack,
  network: watchNetwork,
  camera: listenForRecoveredPhotos,
};

/** What one part of a device refuses is no reason to go without the others. */
async function prepare(name: string, part: () => Promise<unknown>) {
  try {
    await part();
  } catch (error) {
    console.error(`Start: the device's ${name} failed`, error);
  }
}
