import { browserSecret } from './browser-secret.ts';
import type { Device, PhotoResult } from './definitions.ts';

/** The device in a browser. The browser itself handles bars, keyboard, links and the back button. */
export const browserDevice = {
  async start() {},
  async hideSplashScreen() {},

  async takePhoto(signal) {
    // Missing without TLS and in some embedded browsers; their file picker offers the camera.
    if (!navigator.mediaDevices?.getUserMedia) return pickFile({ camera: true }, signal);
    try {
      const { takeWithCamera } = await import('./browser-camera.tsx');
      return await takeWithCamera(signal);
    } catch {
      return { kind: 'failed' };
    }
  },

  chooseFromGallery: (signal) => pickFile({ camera: false }, signal),

  secret: browserSecret,
} satisfies Device;

/** Opens a file picker. The input must be in the page, because some browsers discard a detached one. */
function pickFile({ camera }: { camera: boolean }, signal: AbortSignal): Promise<PhotoResult> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.hidden = true;
  if (camera) input.setAttribute('capture', 'environment');

  return new Promise((resolve) => {
    const finish = (result: PhotoResult) => {
      input.remove();
      resolve(result);
    };
    const cancelled = () => finish({ kind: 'cancelled' });
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) finish({ kind: 'photo', blob: file, format: formatOf(file) });
      else cancelled();
    });
    input.addEventListener('cancel', cancelled);
    signal.addEventListener('abort', cancelled);

    document.body.append(input);
    input.click();
  });
}

const formatOf = ({ type }: Blob) => type.replace(/^image\//, '') || 'jpeg';
