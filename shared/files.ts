import * as v from 'valibot';
import { PHOTO_WIDTHS_PX } from './constants.ts';
import { apiMessages, fieldMessages as m } from './messages.ts';
import { storable, uuid } from './text.ts';

/** An upload as base64. Name and type are ignored: the type is detected from the bytes. */
export const base64Upload = v.object({
  base64Data: v.pipe(v.string(m.fileRequired), v.nonEmpty(m.fileRequired)),
  fileName: v.optional(storable(m.fileNameInvalid)),
  contentType: v.optional(storable(m.fileNameInvalid)),
});

export const uploadQuery = v.object({
  /** Chosen by the client, so that a repeated upload does not store a second photo. */
  id: v.optional(uuid),
});

export const photoQuery = v.object({
  w: v.optional(v.picklist(PHOTO_WIDTHS_PX.map(String), apiMessages.photoWidthUnknown)),
});

export const signature = v.object({
  expires: v.string(m.signatureRequired),
  signature: v.string(m.signatureRequired),
});
