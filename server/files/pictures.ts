import { createFairQueue } from '#server/background/fair-queue.ts';
import {
  type HttpError,
  photosBusy,
  tooLarge,
  unavailable,
  wrongType,
} from '#server/errors/errors.ts';
import { apiMessages as m } from '#shared/messages.ts';
import { createPictureProcess, type PictureProcess, TookTooLong } from './picture-process.ts';
import type { Picture, PictureTask, Rejection } from './picture-worker.ts';

export type Pictures = ReturnType<typeof createPictures>;

const PICTURES_AT_ONCE = 2;
const WAITING_MAX = 200;
const WAITING_PER_PERSON_MAX = 30;
const TIME_LIMIT_MS = 30_000;

const rejections: Record<Rejection, () => HttpError> = {
  'too-large': () => tooLarge(m.photoDimensionsTooLarge),
  'too-many-frames': () => tooLarge(m.photoFramesTooMany),
  'too-many-bytes': () => tooLarge(m.photoTooLarge),
  unsupported: () => wrongType(m.photoUnsupported),
};

/** Decodes and encodes pictures in child processes, with limits for time, memory and queue length. */
export function createPictures({ timeLimitMs = TIME_LIMIT_MS } = {}) {
  const queue = createFairQueue({
    atOnce: PICTURES_AT_ONCE,
    atOncePerClient: 1,
    waitingMax: WAITING_MAX,
    waitingPerClientMax: WAITING_PER_PERSON_MAX,
    rejection: photosBusy,
  });
  const processes = Array.from({ length: PICTURES_AT_ONCE }, () =>
    createPictureProcess({ timeLimitMs }),
  );
  const free = [...processes];

  return {
    /** Converts an upload to an upright picture without metadata. Detects the format from the bytes. */
    normalise: (personId: string, bytes: Uint8Array) =>
      queue.run(personId, () => processPicture({ kind: 'normalise', bytes })),

    /** Creates a WebP of at most this width. Loads the bytes when its turn comes. */
    resize: (personId: string, load: () => Promise<Uint8Array>, widthPx: number) =>
      queue.run(personId, async () =>
        processPicture({ kind: 'resize', bytes: await load(), widthPx }),
      ),

    queue: queue.counts,

    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
    },
  };

  async function processPicture(task: PictureTask): Promise<Picture> {
    // Prefers the process used last: the second one starts only if both are needed.
    const process = free.pop() as PictureProcess;
    const result = await process
      .run(task)
      .catch((error) => {
        throw error instanceof TookTooLong ? tooLarge(m.photoTakesTooLong) : unavailable(error);
      })
      .finally(() => free.push(process));
    if (result.kind === 'done') return result.picture;
    throw rejections[result.reason]();
  }
}
