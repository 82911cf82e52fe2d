/** What the app asks of the device it runs on. Every platform answers the same questions. */
export type Device = {
  /** `leaving` is aborted when whoever asked is gone: then the camera closes. */
  takePhoto(leaving: AbortSignal): Promise<PhotoResult>;
  chooseFromGallery(leaving: AbortSignal): Promise<PhotoResult>;
};

export type PhotoResult =
  /** What the camera or the gallery handed over; nobody has looked yet whether it is a picture. */
  | { kind: 'photo'; blob: Blob; format: string }
  /** The person changed their mind: nothing to say. */
  | { kind: 'cancelled' }
  /** The person, or the system for them, does not allow it. */
  | { kind: 'refused' }
  | { kind: 'failed' };
