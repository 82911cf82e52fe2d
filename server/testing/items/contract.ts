import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { fieldMessages as m } from '#shared/messages.ts';
import { storable } from '#shared/text.ts';

const ITEM_TEXT_MAX_CHARACTERS = 1000;

const item = v.object({
  id: v.string(),
  text: v.string(),
  photo_path: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  version: v.number(),
});

const text = v.pipe(
  storable('Text is required'),
  v.nonEmpty('Text is required'),
  v.maxLength(ITEM_TEXT_MAX_CHARACTERS, 'Text is too long'),
);
const photoPath = v.optional(v.nullable(storable(m.photoNotYours)));

export const newItem = v.object({
  text,
  photo_path: photoPath,
  id: v.optional(v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid))),
});

export const itemChange = v.object({
  text,
  photo_path: photoPath,
  version: v.optional(v.pipe(v.number(m.versionInvalid), v.integer(m.versionInvalid))),
});

const oneItem = v.object({ item });

/** The endpoints of an entity with a photo, for tests of the kit. */
export const itemEndpoints = defineEndpoints({
  listItems: {
    method: 'GET',
    path: '/api/items',
    access: 'session',
    summary: 'The items of the signed-in person, newest first',
    response: v.object({ items: v.array(item) }),
  },
  createItem: {
    method: 'POST',
    path: '/api/items',
    access: 'session',
    summary: 'Create an item',
    body: newItem,
    response: oneItem,
    status: 201,
    errors: {
      403: 'The person has as many items as one may have.',
      404: 'The id belongs to an item that was deleted.',
    },
  },
  updateItem: {
    method: 'PUT',
    path: '/api/items/{id}',
    access: 'session',
    summary: 'Change an item',
    body: itemChange,
    response: oneItem,
    errors: { 409: 'The item was changed in the meantime; `item` is the current one.' },
    conflict: oneItem,
  },
  deleteItem: {
    method: 'DELETE',
    path: '/api/items/{id}',
    access: 'session',
    summary: 'Delete an item and its photo',
    response: v.object({}),
  },
});

export type ItemEndpoints = typeof itemEndpoints;
