import { browserSecret } from './browser-secret.ts';
import type { Device, PhotoResult } from './definitions.ts';

/** The web side of the device: bars, keyboard, links and the way back are the browser's business. */
export const browserDevice = {
  async start() {},
  async reveal() {},

  async takePhoto(leaving) {
    // Not there on a page without TLS and in some embedded browsers; their file picker has a camera.
    if (!navigator.mediaDevices?.getUserMedia) return pickFile({ camera: true }, leaving);
    try {
      const { takeWithCamera } = await import('./browser-camera.tsx');
      return await takeWithCamera(leaving);
    } catch {
      return { kind: 'failed' };
    }
  },

  chooseFromGallery: (leaving) => pickFile({ camera: false }, leaving),

  secret: browserSecret,
} satisfies Device;

/** In the page while the person picks: some browsers forget an input that is not. */
function pickFile({ camera }: { camera: boolean }, leaving: AbortSignal): Promise<PhotoResult> {
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
    leaving.addEventListener('abort', cancelled);

    document.body.append(input);
    input.click();
  });
}

const formatOf = ({ type }: Blob) => type.replace(/^image\//, '') || 'jpeg';
