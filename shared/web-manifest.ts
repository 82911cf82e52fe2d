/** What a feature adds to the manifest of the installable web app, besides the shortcuts of its kinds of items. */
export type FeatureManifest<Path extends `/${string}` = `/${string}`> = {
  /** The start page of the installed app. By default, the list of the first kind of item. */
  startPath?: Path;
  shortcuts?: { name: string; url: Path | `${Path}?${string}` }[];
  /**
   * The page that opens when another app shares something. `params` names the fields of the form that the browser sends
   * (client/pwa/receive-share.ts), and the query parameters of an address that shares text.
   */
  shareTarget?: {
    path: Path;
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
