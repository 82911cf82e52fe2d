import { tooLarge, unavailable, wrongType } from '#server/errors.ts';
import { apiMessages as m } from '#shared/messages.ts';
import { createFairQueue } from './fair-queue.ts';
import { createPictureProcess, type PictureProcess, TookTooLong } from './picture-process.ts';
import type { Picture, PictureTask } from './picture-worker.ts';

export type Pictures = ReturnType<typeof createPictures>;

const PICTURES_AT_ONCE = 2;
const WAITING_MAX = 200;
const WAITING_PER_PERSON_MAX = 30;
const TIME_LIMIT_MS = 30_000;

/** Decodes and encodes pictures outside the server's process, with time, memory and queue bounded. */
export function createPictures({ timeLimitMs = TIME_LIMIT_MS } = {}) {
  const queue = createFairQueue({
    atOnce: PICTURES_AT_ONCE,
    waitingMax: WAITING_MAX,
    waitingPerPersonMax: WAITING_PER_PERSON_MAX,
  });
  const processes = Array.from({ length: PICTURES_AT_ONCE }, () =>
    createPictureProcess({ timeLimitMs }),
  );
  const free = [...processes];

  return {
    /** Makes of an upload what is stored: upright, and nothing but the picture. What the bytes are decides. */
    normalise: (personId: string, bytes: Uint8Array) =>
      queue.run(personId, () => processed({ kind: 'normalise', bytes })),

    /** Makes a WebP of at most this width. The bytes are loaded when it is its turn. */
    resize: (personId: string, load: () => Promise<Uint8Array>, widthPx: number) =>
      queue.run(personId, async () => processed({ kind: 'resize', bytes: await load(), widthPx })),

    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
    },
  };

  async function processed(task: PictureTask): Promise<Picture> {
    // The last one used first: the second process only starts when both are needed.
    const process = free.pop() as PictureProcess;
    const result = await process
      .run(task)
      .catch((error) => {
        throw error instanceof TookTooLong ? tooLarge(m.photoTakesTooLong) : unavailable(error);
      })
      .finally(() => free.push(process));
    if (result.kind === 'done') return result.picture;
    throw result.reason === 'too-large'
      ? tooLarge(m.photoDimensionsTooLarge)
      : wrongType(m.photoUnsupported);
  }
}
