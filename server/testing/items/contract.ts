import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { fieldMessages as m } from '#shared/messages.ts';
import { pageQuery } from '#shared/pages.ts';
import { deletionId } from '#shared/sync.ts';
import { storable } from '#shared/text.ts';

const ITEM_TITLE_MAX_CHARACTERS = 100;
const ITEM_TEXT_MAX_CHARACTERS = 1000;

const item = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  photo_path: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  version: v.number(),
});
export type Item = v.InferOutput<typeof item>;

/** The fields of the form. */
export const itemText = v.object({
  title: v.optional(
    v.pipe(
      storable('Title is invalid'),
      v.maxLength(ITEM_TITLE_MAX_CHARACTERS, 'Title is too long'),
    ),
    '',
  ),
  text: v.pipe(
    storable('Text is required'),
    v.nonEmpty('Text is required'),
    v.maxLength(ITEM_TEXT_MAX_CHARACTERS, 'Text is too long'),
  ),
});
const photoPath = v.optional(v.nullable(storable(m.photoNotYours)));

export const newItem = v.object({
  ...itemText.entries,
  photo_path: photoPath,
  id: v.optional(v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid))),
});

export const itemChange = v.object({
  ...itemText.entries,
  photo_path: photoPath,
  version: v.optional(v.pipe(v.number(m.versionInvalid), v.integer(m.versionInvalid))),
});

export const itemDeletion = v.object({
  version: v.optional(
    v.pipe(v.string(m.versionInvalid), v.regex(/^[1-9]\d{0,14}$/, m.versionInvalid), v.toNumber()),
  ),
  deletion: deletionId,
});

const oneItem = v.object({ item });
/** `seq` is the number of the change, see `GET /api/changes`. */
const savedItem = v.object({ item, seq: v.number() });

/** The endpoints of a synced entity with a photo, for tests of the kit. */
export const itemEndpoints = defineEndpoints({
  listItems: {
    method: 'GET',
    path: '/api/items',
    access: 'session',
    summary: 'The items of the signed-in person, newest first, and the number of the latest change',
    query: pageQuery,
    response: v.object({
      items: v.array(item),
      seq: v.number(),
      next: v.optional(v.nullable(v.string())),
    }),
  },
  createItem: {
    method: 'POST',
    path: '/api/items',
    access: 'session',
    summary: 'Create an item; returns the existing item if its id was used before',
    body: newItem,
    response: savedItem,
    status: 201,
    errors: {
      403: 'The person has as many items as one may have.',
      404: 'The id belongs to an item of somebody else, or to one that was deleted.',
    },
  },
  updateItem: {
    method: 'PUT',
    path: '/api/items/{id}',
    access: 'session',
    summary: 'Change an item',
    body: itemChange,
    response: savedItem,
    errors: { 409: 'The item was changed in the meantime; `item` is the current one.' },
    conflict: oneItem,
  },
  deleteItem: {
    method: 'DELETE',
    path: '/api/items/{id}',
    access: 'session',
    summary: 'Delete an item and its photo',
    query: itemDeletion,
    response: v.object({}),
    errors: { 409: 'The item was changed in the meantime; `item` is the current one.' },
    conflict: oneItem,
  },
  restoreItem: {
    method: 'POST',
    path: '/api/items/{id}/restore',
    access: 'session',
    summary: 'Restore a deleted item',
    query: v.object({ deletion: deletionId }),
    response: savedItem,
    errors: { 404: 'The item was deleted too long ago, or by another deletion.' },
  },
});

export type ItemEndpoints = typeof itemEndpoints;
