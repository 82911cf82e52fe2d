import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { changeSchema, fieldsSchema, responseEntries } from './field-schemas.ts';
import type { ItemFields } from './fields.ts';
import type { ItemKind, ItemOf } from './items.ts';
import { fieldMessages as m } from './messages.ts';
import { pageQuery } from './pages.ts';
import { itemDeletion, RESTORABLE_MINUTES, undoneDeletion } from './sync.ts';
import { storable, uuid } from './text.ts';
import { withArticle } from './with-article.ts';
import { inWords } from './words.ts';

/** Chosen by the client, so that a repeated request does not create a second item. */
const newId = v.optional(uuid);

/** The version that the user edited. If it is outdated, the response is 409. */
const editedVersion = v.optional(
  v.pipe(v.number(m.versionInvalid), v.integer(m.versionInvalid), v.minValue(1, m.versionInvalid)),
);

/** A missing photo_path leaves the photo as it is, null removes it. */
const photoPath = v.optional(v.nullable(storable(m.photoNotYours)));

/** The fields that each endpoint has schemas for. */
const described = new WeakMap<Endpoint, ItemFields>();

/** Returns the schema of an item in a response, for further endpoints of its kind. */
export function itemSchema<Kind extends Pick<ItemKind, 'fields' | 'photo'>>({
  fields,
  photo,
}: Kind) {
  const schema = v.object({
    id: v.string(),
    ...responseEntries(fields),
    ...(photo && { photo_path: v.nullable(v.string()) }),
    created_at: v.string(),
    updated_at: v.string(),
    version: v.number(),
  });
  return schema as unknown as v.GenericSchema<ItemOf<Kind>>;
}

/**
 * Adds what only the server needs to the endpoints of a kind of item: schemas, and the texts of the API description.
 * Throws if a copy of the kind with other fields shares the endpoints: it would change what they accept.
 */
export function addItemSchemas({ one, many, fields, photo, ...endpoints }: ItemKind) {
  const { list, create, update, remove, restore } = endpoints;
  const before = described.get(create);
  if (before && before !== fields)
    throw new Error(`Two kinds have the endpoints of ${many}: declare each with defineItems.`);
  described.set(create, fields);
  const withPhoto = (schema: v.GenericSchema): v.ObjectEntries =>
    photo ? { photo_path: schema } : {};
  const item = itemSchema({ fields, ...(photo && { photo }) });
  const oneItem = v.object({ [one]: item });
  /** `seq` is the number of the change, see `GET /api/changes`. */
  const savedItem = v.object({ ...oneItem.entries, seq: v.number() });

  const [name, names] = [inWords(one), inWords(many)];
  const aName = withArticle(name);
  const outdated = `an outdated version gets 409 with the current ${name}`;
  const changed = `The ${name} was changed in the meantime; \`${one}\` is the current one.`;

  Object.assign(list, {
    summary: `The ${names} of the signed-in person, newest first, all or one page of \`limit\` or fewer, and the number of the latest change`,
    query: pageQuery,
    /** Present if a page was requested: where the next page starts, or null after the last one. */
    response: v.object({
      [many]: v.array(item),
      seq: v.number(),
      next: v.optional(v.nullable(v.string())),
    }),
  });
  Object.assign(create, {
    summary: `Create ${aName}; returns the existing ${name} if its id was used before`,
    body: v.object({ ...fieldsSchema(fields).entries, ...withPhoto(photoPath), id: newId }),
    response: savedItem,
    status: 201,
    errors: {
      403: `The person has reached the limit for ${names}; \`error\` names it.`,
      404: `The id belongs to ${aName} of somebody else, or to one that was deleted.`,
    },
  });
  Object.assign(update, {
    summary: `Change ${aName}; ${photo ? 'without `photo_path` the photo stays, with null it is removed; ' : ''}${outdated}`,
    body: v.object({
      ...changeSchema(fields).entries,
      ...withPhoto(photoPath),
      version: editedVersion,
    }),
    response: savedItem,
    errors: { 409: changed },
    conflict: oneItem,
  });
  Object.assign(remove, {
    summary: `Delete ${aName}${photo ? ' and its photo' : ''}, which can be undone for some minutes; ${outdated}`,
    query: itemDeletion,
    response: v.object({}),
    errors: {
      403: `Other items refer to the ${name} and do not allow this; \`error\` counts them.`,
      409: changed,
    },
    conflict: oneItem,
  });
  Object.assign(restore, {
    summary: `Undo the deletion of ${aName}, with its ${photo ? 'photo, ' : ''}date of creation and a new version; returns the ${name} if it is not deleted`,
    query: undoneDeletion,
    response: savedItem,
    errors: {
      403: `The person has as many ${names} as one may have; \`error\` names the limit.`,
      404: `The ${name} was deleted more than ${RESTORABLE_MINUTES} minutes ago, by another deletion than the named one, or refers to an item that was deleted since and that it needs.`,
    },
  });
}
