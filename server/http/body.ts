import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge, wrongType } from '#server/errors/errors.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { apiMessages } from '#shared/messages.ts';
import type { ArrivingBody } from './arriving-bodies.ts';
import { createByteCollector } from './byte-collector.ts';
import { createFormReader } from './form.ts';
import { parseJsonObject } from './json.ts';
import { receive } from './receive.ts';

const JSON_MAX_BYTES = 64 * 1024;
// Base64 encodes three bytes as four. The rest is for names and form boundaries.
export const UPLOAD_MAX_BYTES = Math.ceil(PHOTO_MAX_BYTES / 3) * 4 + 64 * 1024;

const boundsOf = ({ multipart, bodyMaxBytes = JSON_MAX_BYTES }: Endpoint) => ({
  limit: multipart ? UPLOAD_MAX_BYTES : bodyMaxBytes,
  tooLarge: () => tooLarge(multipart ? apiMessages.photoTooLarge : apiMessages.bodyTooLarge),
});

export async function readBody(
  request: IncomingMessage,
  endpoint: Endpoint,
  { signal, hold, arrived }: ArrivingBody,
) {
  const type = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw wrongType(apiMessages.bodyEncoded);
  if (/^application\/json\s*(;|$)/i.test(type)) {
    const body = createByteCollector();
    await receiveCounted(body.add);
    return { json: parseJsonObject(decoded(body.bytes())) };
  }
  if (endpoint.multipart && /^multipart\/form-data\s*;/i.test(type)) {
    const form = createFormReader(type);
    await receiveCounted(form.write);
    return { file: await form.end() };
  }
  throw wrongType(endpoint.multipart ? apiMessages.uploadType : apiMessages.bodyNotJson);

  async function receiveCounted(take: (chunk: Buffer) => void) {
    await receive(request, { ...boundsOf(endpoint), signal }, (chunk) => {
      hold(chunk.length);
      take(chunk);
    });
    arrived();
  }
}

function decoded(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest(apiMessages.bodyUnreadable);
  }
}
