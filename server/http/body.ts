import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge, wrongType } from '#server/errors.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { apiMessages } from '#shared/messages.ts';
import { createByteCollector } from './byte-collector.ts';
import { createFormReader } from './form.ts';
import { parseJsonObject } from './json.ts';
import { receive } from './receive.ts';
import type { Upload } from './upload-limits.ts';

const JSON_MAX_BYTES = 64 * 1024;
// Base64 encodes three bytes as four. The rest is for names and the boundaries of a form.
const UPLOAD_MAX_BYTES = Math.ceil(PHOTO_MAX_BYTES / 3) * 4 + 64 * 1024;

const jsonBounds = ({ bodyMaxBytes = JSON_MAX_BYTES }: Endpoint) => ({
  limit: bodyMaxBytes,
  tooLarge: () => tooLarge(apiMessages.bodyTooLarge),
});
const uploadBounds = ({ signal }: Upload) => ({
  limit: UPLOAD_MAX_BYTES,
  tooLarge: () => tooLarge(apiMessages.photoTooLarge),
  signal,
});

export type Body = { json: Record<string, unknown> } | { file: Uint8Array };

export async function readBody(
  request: IncomingMessage,
  endpoint: Endpoint,
  upload: Upload | undefined,
): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw wrongType(apiMessages.bodyEncoded);
  if (/^application\/json\s*(;|$)/i.test(type))
    return { json: parseJsonObject(decoded(await readBytes(request, endpoint, upload))) };
  if (upload && /^multipart\/form-data\s*;/i.test(type))
    return { file: await readFile(request, type, upload) };
  throw wrongType(endpoint.multipart ? apiMessages.uploadType : apiMessages.bodyNotJson);
}

async function readBytes(request: IncomingMessage, endpoint: Endpoint, upload: Upload | undefined) {
  const body = createByteCollector();
  await receive(request, upload ? uploadBounds(upload) : jsonBounds(endpoint), (chunk) => {
    upload?.hold(chunk.length);
    body.add(chunk);
  });
  upload?.arrived();
  return body.bytes();
}

async function readFile(request: IncomingMessage, type: string, upload: Upload) {
  const form = createFormReader(type);
  await receive(request, uploadBounds(upload), (chunk) => {
    upload.hold(chunk.length);
    form.write(chunk);
  });
  upload.arrived();
  return form.end();
}

function decoded(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest(apiMessages.bodyUnreadable);
  }
}
