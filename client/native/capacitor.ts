import { App } from '@capacitor/app';
import { Network } from '@capacitor/network';
import { SplashScreen } from '@capacitor/splash-screen';
import { paintBars } from './capacitor/bars.ts';
import { chooseFromGallery, listenForRecoveredPhotos, takePhoto } from './capacitor/camera.ts';
import { deviceFiles } from './capacitor/files.ts';
import { prepareKeyboard } from './capacitor/keyboard.ts';
import { listenForLinks } from './capacitor/links.ts';
import { deviceSecret } from './capacitor/secret.ts';
import { listenForShares } from './capacitor/share-target.ts';
import type { Device, DeviceEvents } from './definitions.ts';
import { platform } from './platform.ts';

/** The device, accessed through Capacitor plugins. */
export const capacitorDevice = {
  async start(app) {
    await Promise.all(Object.entries(PARTS).map(([name, part]) => prepare(name, () => part(app))));
  },

  hideSplashScreen: () => SplashScreen.hide(),

  // The system's camera cannot be closed from here: the caller ignores the photo.
  takePhoto: () => takePhoto(),
  chooseFromGallery: () => chooseFromGallery(),

  secret: deviceSecret,
  files: deviceFiles,
} satisfies Device;

const PARTS: Record<string, (app: DeviceEvents) => Promise<unknown>> = {
  bars: paintBars,
  keyboard: prepareKeyboard,
  links: listenForLinks,
  'back button': listenForBack,
  network: watchNetwork,
  camera: listenForRecoveredPhotos,
  sharing: listenForShares,
};

/** Starts one part of the device. A failure is logged and does not stop the other parts. */
async function prepare(name: string, part: () => Promise<unknown>) {
  try {
    await part();
  } catch (error) {
    console.error(`Start: the device's ${name} failed`, error);
  }
}

async function listenForBack(app: DeviceEvents) {
  if (platform() !== 'android') return;
  await App.addListener('backButton', ({ canGoBack }) =>
    // Minimized, not ended: the app keeps its state.
    app.back({ canGoBack, leave: () => void App.minimizeApp() }),
  );
}

async function watchNetwork(app: DeviceEvents) {
  await Network.addListener('networkStatusChange', ({ connected }) => app.online(connected));
  const { connected } = await Network.getStatus();
  app.online(connected);
}
