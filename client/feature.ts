import type { LucideIcon } from 'lucide-react';
import type { PlainPath } from '#shared/paths.ts';
import type { PhotoResult, PhotoSource } from './native/definitions.ts';
import type { AppRoute } from './shell/route.ts';

/**
 * What a feature adds to the client, registered in `features/client.ts`. `itemScreens` creates it for a kind of item.
 */
export type ClientFeature = {
  routes: AppRoute[];
  /** The entry in every menu; a signed-out visitor is sent to /login instead. */
  navigation: { label: string; icon: LucideIcon; path: PlainPath };
  /**
   * Stores a photo that arrived after Android had ended the app while the camera was open. Returns whether this feature
   * had requested it; the app then opens the feature.
   */
  recoverPhoto?: (result: PhotoResult, source: PhotoSource) => Promise<boolean>;
  /** The admin dashboard labels, by the name of the count in `adminStatus`. */
  counts?: Record<string, string>;
};
