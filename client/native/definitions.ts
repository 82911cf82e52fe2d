/** What the app needs from the device. Browser and native app both implement it. */
export type Device = {
  /** Prepares the device and reports its events to `app` from now on. */
  start(app: DeviceEvents): Promise<void>;
  /** Hides the splash screen. Called when the start is over, also if it failed. */
  hideSplashScreen(): Promise<void>;
  /** `signal` is aborted when the caller is gone: the camera then closes, where possible. */
  takePhoto(signal: AbortSignal): Promise<PhotoResult>;
  chooseFromGallery(signal: AbortSignal): Promise<PhotoResult>;
  secret: SecretStore;
};

export type PhotoResult =
  /** The file from camera or gallery; not checked yet. */
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

/** Events of the device. A browser handles them by itself. */
export type DeviceEvents = {
  /** The system's back button was pressed; `leave` minimizes the app. */
  back(way: { canGoBack: boolean; leave: () => void }): void;
  /** An email link was opened; `launch` if it started the app. */
  link(path: string, way: { launch: boolean }): void;
  online(online: boolean): void;
  keyboard(shown: boolean): void;
  /** A photo arrived whose app instance Android had ended while the camera was open. */
  photoRecovered(result: PhotoResult, source: PhotoSource): void;
};
