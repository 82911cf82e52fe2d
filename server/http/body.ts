import type { IncomingMessage } from 'node:http';
import { badFields, badRequest, tooLarge, wrongType } from '#server/errors.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import type { Endpoint } from '#shared/endpoints.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';
import { parseJsonObject } from './json.ts';

const JSON_MAX_BYTES = 64 * 1024;
// Base64 takes four bytes for three; the rest is room for names and the form's own lines.
const UPLOAD_MAX_BYTES = Math.ceil(PHOTO_MAX_BYTES / 3) * 4 + 64 * 1024;

export type Body = { json: Record<string, unknown> } | { file: Uint8Array };

export async function readBody(request: IncomingMessage, endpoint: Endpoint): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json\s*(;|$)/i.test(type)) {
    const bytes = await readBytes(request, endpoint.multipart ? UPLOAD_MAX_BYTES : JSON_MAX_BYTES);
    return { json: parseJsonObject(decoded(bytes)) };
  }
  if (endpoint.multipart && /^multipart\/form-data\s*;/i.test(type))
    return { file: await fileOf(await readBytes(request, UPLOAD_MAX_BYTES), type) };
  throw wrongType(endpoint.multipart ? apiMessages.uploadType : apiMessages.bodyNotJson);
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>();
  let chunks: Buffer[] = [];
  let size = 0;
  const refuse = () => {
    // What still arrives is let through unread, so that the sender gets to see the answer.
    chunks = [];
    reject(
      tooLarge(limit === JSON_MAX_BYTES ? apiMessages.bodyTooLarge : apiMessages.photoTooLarge),
    );
  };
  if (Number(request.headers['content-length']) > limit) refuse();
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) refuse();
    else chunks.push(chunk);
  });
  request.on('end', () => resolve(Buffer.concat(chunks)));
  request.on('error', () => reject(badRequest(apiMessages.bodyUnreadable)));
  return promise;
}

function decoded(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest(apiMessages.bodyUnreadable);
  }
}

async function fileOf(bytes: Uint8Array<ArrayBuffer>, contentType: string) {
  const form = await new Response(bytes, { headers: { 'Content-Type': contentType } })
    .formData()
    .catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof Blob)) throw badFields({ file: fieldMessages.fileRequired });
  return new Uint8Array(await file.arrayBuffer());
}
