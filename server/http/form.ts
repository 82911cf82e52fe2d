import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { badFields, badRequest } from '#server/errors/errors.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';
import { createByteCollector } from './byte-collector.ts';

/** A form with a photo has one part. A few more are accepted. */
const PARTS_MAX = 10;
const HEADERS_PER_PART_MAX = 20;
const HEADERS_MAX_BYTES = 8 * 1024;
const TEXT_MAX_BYTES = 1024;

/** Parses a multipart form while it arrives. Stores only the file in the field `file`. */
export function createFormReader(contentType: string) {
  const form = open(contentType);
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  const noFile = () => badFields({ file: fieldMessages.fileRequired });
  let file: ReturnType<typeof createByteCollector> | undefined;
  let failure: unknown;

  form.on('file', (name: string, stream: BusboyFileStream) => {
    stream.on('error', fail);
    if (name !== 'file' || file) return stream.resume();
    file = createByteCollector();
    return stream.on('data', file.add);
  });
  form.on('partsLimit', () => fail(badRequest(apiMessages.bodyUnreadable)));
  form.on('error', () => fail(noFile()));
  form.on('finish', resolve);
  // Awaiting the end throws errors; until then they must not be unhandled rejections.
  finished.catch(() => {});

  return {
    /** Parses a chunk. Throws as soon as the form is invalid. */
    write(chunk: Buffer) {
      if (failure) throw failure;
      form.write(chunk);
    },
    async end() {
      form.end();
      await finished;
      if (!file) throw noFile();
      return file.bytes();
    },
  };

  function fail(error: unknown) {
    failure ??= error;
    reject(error);
  }
}

function open(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: PARTS_MAX,
        headerPairs: HEADERS_PER_PART_MAX,
        headerSize: HEADERS_MAX_BYTES,
        fieldSize: TEXT_MAX_BYTES,
        // One byte more than allowed shows that the file is too large.
        fileSize: PHOTO_MAX_BYTES + 1,
      },
    });
  } catch {
    throw badFields({ file: fieldMessages.fileRequired });
  }
}
