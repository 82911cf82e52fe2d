/** What the app asks of the device it runs on. Every platform answers the same questions. */
export type Device = {
  /** Makes the device fit for the app and tells `app` from now on what happens to it. */
  start(app: DeviceEvents): Promise<void>;
  /** The start is over, also one that failed: whatever the device shows instead of the app goes. */
  reveal(): Promise<void>;
  /** `leaving` is aborted when whoever asked is gone: then the camera closes, where it can. */
  takePhoto(leaving: AbortSignal): Promise<PhotoResult>;
  chooseFromGallery(leaving: AbortSignal): Promise<PhotoResult>;
  secret: SecretStore;
};

export type PhotoResult =
  /** What the camera or the gallery handed over; nobody has looked yet whether it is a picture. */
  | { kind: 'photo'; blob: Blob; format: string }
  /** The person changed their mind: nothing to say. */
  | { kind: 'cancelled' }
  /** The person, or the system for them, does not allow it. `remedy` says what to allow, and where. */
  | { kind: 'refused'; remedy: string }
  | { kind: 'failed' };

export type PhotoSource = 'takePhoto' | 'chooseFromGallery';

/** Stores one text, never in plain text. How well it is protected depends on the platform. */
export type SecretStore = {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  clear(): Promise<void>;
};

/** What a device can do to the app. A browser does these things by itself. */
export type DeviceEvents = {
  /** The system's back button; `leave` puts the app away. */
  back(way: { canGoBack: boolean; leave: () => void }): void;
  /** A link to our own host was opened outside; `launch` when the app was started for it. */
  link(path: string, way: { launch: boolean }): void;
  online(online: boolean): void;
  keyboard(shown: boolean): void;
  /** The system ended the app while the camera was open; this is what the camera brought. */
  photoRecovered(result: PhotoResult, source: PhotoSource): void;
};
