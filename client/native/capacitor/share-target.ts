import { Capacitor, registerPlugin } from '@capacitor/core';
import type { DeviceEvents } from '../definitions.ts';
import { platform } from '../platform.ts';

/** What android/app/src/main/java/…/ShareTargetPlugin.java returns. */
type Taken = {
  hasContent: boolean;
  title?: string;
  text?: string;
  /** A photo was shared. `path` is missing if it could not be copied. */
  hasPhoto?: boolean;
  path?: string;
  type?: string;
};

type ShareTargetPlugin = {
  take(): Promise<Taken>;
  clear(): Promise<void>;
  addListener(event: 'shared', listener: () => void): Promise<unknown>;
};

/**
 * Reports content that other apps share, at the start and while the app is running. iOS would need an extension for
 * that.
 */
export async function listenForShares(app: DeviceEvents) {
  if (platform() !== 'android') return;
  const plugin = registerPlugin<ShareTargetPlugin>('ShareTarget');
  await plugin.addListener('shared', () => void take(plugin, app));
  // The start does not wait for a photo.
  void take(plugin, app);
}

async function take(plugin: ShareTargetPlugin, app: DeviceEvents) {
  try {
    const { hasContent, title = '', text = '', hasPhoto, path, type } = await plugin.take();
    if (!hasContent) return;
    // An empty file stands for a photo that could not be read, so that the usual message appears.
    const photo = path ? await readFile(path, type) : new Blob();
    await app.shared({ title, text, url: '', files: hasPhoto ? [photo] : [] });
    await plugin.clear();
  } catch (error) {
    console.error('What another app shared could not be stored', error);
  }
}

async function readFile(path: string, type = '') {
  try {
    const blob = await (await fetch(Capacitor.convertFileSrc(path))).blob();
    return new Blob([blob], { type });
  } catch (error) {
    console.error('The shared photo could not be read', error);
    return new Blob();
  }
}
