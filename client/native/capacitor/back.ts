import { App } from '@capacitor/app';
import type { DeviceEvents } from '../definitions.ts';
import { platform } from '../platform.ts';

export async function listenForBack(app: DeviceEvents) {
  if (platform() !== 'android') return;
  await App.addListener('backButton', ({ canGoBack }) =>
    // Put away, not ended: coming back finds everything as it was.
    app.back({ canGoBack, leave: () => void App.minimizeApp() }),
  );
}
