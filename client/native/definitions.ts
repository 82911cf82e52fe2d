import type { Address } from '#shared/paths.ts';

/** What the app needs from the device. Browser and native app both implement it. */
export type Device = {
  /** Prepares the device and reports its events to `app` from now on. */
  start(app: DeviceEvents): Promise<void>;
  /** Hides the splash screen. Called at the end of the start, even if it failed. */
  hideSplashScreen(): Promise<void>;
  /** `signal` is aborted when the caller is gone: the camera then closes, where possible. */
  takePhoto(signal: AbortSignal): Promise<PhotoResult>;
  chooseFromGallery(signal: AbortSignal): Promise<PhotoResult>;
  secret: SecretStore;
  /** Only in the native app: a browser offers nothing safer than its database. */
  files?: DeviceFiles;
};

export type PhotoResult =
  /** The file from camera or gallery, not checked yet. */
  | { kind: 'photo'; blob: Blob; format: string }
  /** The user cancelled: no message is needed. */
  | { kind: 'cancelled' }
  /** Permission is missing. `remedy` tells the user what to allow, and where. */
  | { kind: 'denied'; remedy: string }
  | { kind: 'failed' };

export type PhotoSource = 'takePhoto' | 'chooseFromGallery';

/** Stores one text, never in plain text. How well it is protected depends on the platform. */
export type SecretStore = {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  clear(): Promise<void>;
};

/**
 * Stores texts in the app's own files, which the system does not evict and backups do not contain. A path is relative and
 * has a folder and a file extension, as in `unsent/<user>/<name>.json`. Calls run in the order in which they are made.
 */
export type DeviceFiles = {
  /** Returns the names of the files in a folder. */
  list(folder: string): Promise<string[]>;
  /** Returns undefined if the file does not exist. */
  read(path: string): Promise<string | undefined>;
  /** Creates or replaces a file. If the system ends the app during the write, no half-written file is left. */
  write(path: string, text: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
  /** Removes a folder with all its files. */
  removeFolder(folder: string): Promise<void>;
};

/** What another app shared with this one. */
export type Share = { title: string; text: string; url: string; files: Blob[] };

/** Events of the device. A browser handles them by itself. */
export type DeviceEvents = {
  /** The system's back button was pressed; `leave` minimizes the app. */
  back(way: { canGoBack: boolean; leave: () => void }): void;
  /** A link was opened, such as one in an email; `launch` if it started the app. */
  link(address: Address, way: { launch: boolean }): void;
  online(online: boolean): void;
  keyboard(shown: boolean): void;
  /** A photo arrived after Android had ended the app while the camera was open. */
  photoRecovered(result: PhotoResult, source: PhotoSource): void;
  /** Another app shared something. Resolves when it is stored. */
  shared(share: Share): Promise<void>;
};
