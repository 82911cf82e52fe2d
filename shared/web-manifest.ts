import type { Paths, PlainPathOf } from './path.ts';

/** What a feature adds to the manifest of the installable web app. Its addresses are those of its screens. */
export type FeatureManifest<P extends Paths = Paths> = {
  /** The page that the installed app opens with, if this is the first feature. */
  startPath: PlainPathOf<P>;
  shortcuts?: { name: string; url: PlainPathOf<P> | `${PlainPathOf<P>}?${string}` }[];
  /**
   * The page that opens when another app shares something. `params` are the fields of the form that the browser sends
   * (client/pwa/receive-share.ts), and the query parameters of an address that shares text.
   */
  shareTarget?: {
    path: PlainPathOf<P>;
    params: { title: string; text: string; url: string; photo: string };
  };
  /** Pictures for the browser's install dialog, in client/public/pictures. */
  screenshots?: {
    file: string;
    sizes: string;
    form_factor: 'wide' | 'narrow';
    label: string;
  }[];
};
