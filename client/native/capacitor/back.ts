import { App } from '@capacitor/app';
import type { DeviceEvents } from '../definitions.ts';
import { platform } from '../platform.ts';

export async function listenForBack(app: DeviceEvents) {
  if (platform() !== 'android') return;
  await App.addListener('backButton', ({ canGoBack }) =>
    // Minimized, not ended: the app keeps its state.
    app.back({ canGoBack, leave: () => void App.minimizeApp() }),
  );
}
