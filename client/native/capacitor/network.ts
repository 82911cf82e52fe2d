import { Network } from '@capacitor/network';
import type { DeviceEvents } from '../definitions.ts';

export async function watchNetwork(app: DeviceEvents) {
  await Network.addListener('networkStatusChange', ({ connected }) => app.online(connected));
  const { connected } = await Network.getStatus();
  app.online(connected);
}
