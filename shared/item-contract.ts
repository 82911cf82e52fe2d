import * as v from 'valibot';
import type { DescribedFields, Field, FieldEntries } from './fields.ts';
import { itemErrors, fieldMessages as m } from './messages.ts';
import { pageQuery } from './pages.ts';
import { deletionId, RESTORABLE_MINUTES } from './sync.ts';
import { storable } from './text.ts';
import { inWords, withArticle } from './words.ts';

/** Describes the items of a feature, for the server and for the client. */
export type ItemModel = {
  /** Their names in requests and responses, of which those in texts are made. The table and the entity are named `many`. */
  one: string;
  many: string;
  /** The fields of the form. The first is the title. */
  fields: DescribedFields;
  /** Whether each item may have a photo. */
  photo?: boolean;
};

/** What every contract that `itemContract` returns has in common. */
export type ItemContract = ItemModel & {
  item: v.GenericSchema;
  create: { body: v.GenericSchema };
  update: { body: v.GenericSchema };
  errors: { changedElsewhere: string; limitReached(most: number): string };
};

export type ItemOf<Contract extends ItemContract> = v.InferOutput<Contract['item']>;

/** Names the deletion that a request makes, and the version that it deletes. */
export const itemDeletion = v.object({
  /** The version that was deleted. Without one, any version is deleted. */
  version: v.optional(
    v.pipe(v.string(m.versionInvalid), v.regex(/^[1-9]\d{0,14}$/, m.versionInvalid), v.toNumber()),
  ),
  /** Names this deletion, so that it can be undone. */
  deletion: deletionId,
});

/** The deletion to undo. Without one, the last deletion of the item is undone. */
const undoneDeletion = v.object({ deletion: deletionId });

/** Chosen by the client, so that a repeated request does not create a second item. */
const newId = v.optional(v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid), v.toLowerCase()));

/** The version that was edited. If it is outdated, the response is 409. */
const editedVersion = v.optional(
  v.pipe(v.number(m.versionInvalid), v.integer(m.versionInvalid), v.minValue(1, m.versionInvalid)),
);

/** A missing photo_path leaves the photo as it is, null removes it. */
const photoPath = v.optional(v.nullable(storable(m.photoNotYours)));

/**
 * Declares the endpoints of items that belong to one person and are synced between devices.
 *
 *     const taskModel = { one: 'task', many: 'tasks', fields: taskFields } as const satisfies ItemModel;
 *     const tasks = itemContract('/api/tasks', taskModel);
 *     export const taskEndpoints = defineEndpoints({ listTasks: tasks.list, createTask: tasks.create, … });
 */
/* @__NO_SIDE_EFFECTS__ */
export function itemContract<const Path extends `/api/${string}`, const Model extends ItemModel>(
  path: Path,
  model: Model,
) {
  type One = Model['one'];
  type Many = Model['many'];
  type Entries = Model['fields']['entries'];
  type Fields = { [Name in keyof Entries]: v.GenericSchema<v.InferOutput<Entries[Name]>> };
  type WithPhoto<Schema> = Model extends { photo: true }
    ? { photo_path: Schema }
    : Record<never, never>;
  const { one, many, photo } = model;
  const entries: Entries = model.fields.entries;
  const withPhoto = <Schema>(schema: Schema) =>
    (photo ? { photo_path: schema } : {}) as WithPhoto<Schema>;
  const item = v.object({
    id: v.string(),
    ...(responseEntries(entries) as Fields),
    ...withPhoto(v.nullable(v.string())),
    created_at: v.string(),
    updated_at: v.string(),
    version: v.number(),
  });
  const oneItem = v.object({ [one]: item } as Record<One, typeof item>);
  /** `seq` is the number of the change, see `GET /api/changes`. */
  const savedItem = v.object({ ...oneItem.entries, seq: v.number() });

  const [name, names] = [inWords(one), inWords(many)];
  const aName = withArticle(name);
  const outdated = `an outdated version gets 409 with the current ${name}`;
  const changed = `The ${name} was changed in the meantime; \`${one}\` is the current one.`;

  return {
    ...model,
    item,

    /** Messages of the server, in `error` of a response. */
    errors: {
      changedElsewhere: itemErrors.changedElsewhere(name),
      limitReached: (most: number) => itemErrors.limitReached(names, most),
    },

    list: {
      method: 'GET',
      path,
      access: 'session',
      summary: `The ${names} of the signed-in person, newest first, all or one page of \`limit\` or fewer, and the number of the latest change`,
      fallbackError: `Failed to get ${names}`,
      query: pageQuery,
      /** `next` leads to the next page, if one page was requested; it is null when there is none. */
      response: v.object({
        ...({ [many]: v.array(item) } as Record<Many, v.ArraySchema<typeof item, undefined>>),
        seq: v.number(),
        next: v.optional(v.nullable(v.string())),
      }),
    },
    create: {
      method: 'POST',
      path,
      access: 'session',
      summary: `Create ${aName}; returns the existing ${name} if its id was used before`,
      fallbackError: `Failed to create ${name}`,
      body: v.object({ ...entries, ...withPhoto(photoPath), id: newId }),
      response: savedItem,
      status: 201,
      errors: {
        403: `The person has reached the limit for ${names}; \`error\` names it.`,
        404: `The id belongs to ${aName} of somebody else, or to one that was deleted.`,
      },
    },
    update: {
      method: 'PUT',
      path: `${path}/{id}` as const,
      access: 'session',
      summary: `Change ${aName}; ${photo ? 'without `photo_path` the photo stays, with null it is removed; ' : ''}${outdated}`,
      fallbackError: `Failed to update ${name}`,
      body: v.object({
        ...(changeEntries(entries) as ChangeEntries<Entries>),
        ...withPhoto(photoPath),
        version: editedVersion,
      }),
      response: savedItem,
      errors: { 409: changed },
      conflict: oneItem,
    },
    remove: {
      method: 'DELETE',
      path: `${path}/{id}` as const,
      access: 'session',
      summary: `Delete ${aName}${photo ? ' and its photo' : ''}, which can be undone for some minutes; ${outdated}`,
      fallbackError: `Failed to delete ${name}`,
      query: itemDeletion,
      response: v.object({}),
      errors: { 409: changed },
      conflict: oneItem,
    },
    restore: {
      method: 'POST',
      path: `${path}/{id}/restore` as const,
      access: 'session',
      summary: `Undo the deletion of ${aName}, with its ${photo ? 'photo, ' : ''}date of creation and a new version; returns the ${name} if it is not deleted`,
      fallbackError: `Failed to restore ${name}`,
      query: undoneDeletion,
      response: savedItem,
      errors: {
        403: `The person has as many ${names} as one may have; \`error\` names the limit.`,
        404: `The ${name} was deleted more than ${RESTORABLE_MINUTES} minutes ago, or by another deletion than the named one.`,
      },
    },
  } as const;
}

type ChangeEntries<Entries> = {
  [Name in keyof Entries]: Entries[Name] extends v.OptionalSchema<infer Schema, unknown>
    ? v.OptionalSchema<Schema, undefined>
    : Entries[Name];
};

/** Returns the schemas of a change. What it leaves out stays as it is: an older version of the app lacks new fields. */
function changeEntries(entries: FieldEntries) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [
      name,
      v.isOfType('optional', schema) ? v.optional(v.unwrap(schema as AnyOptional)) : schema,
    ]),
  );
}

type AnyOptional = v.OptionalSchema<v.GenericSchema, unknown>;

/** Returns the schemas of the values as the server sends them. */
function responseEntries(entries: FieldEntries) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, { field }]) => {
      const schema = responseSchema(field);
      return [name, isNullable(field) ? v.nullable(schema) : schema];
    }),
  );
}

function responseSchema(field: Field): v.GenericSchema {
  if (field.kind === 'number') return v.number();
  if (field.kind === 'checkbox') return v.boolean();
  return field.kind === 'select' ? v.picklist(Object.keys(field.options)) : v.string();
}

const isNullable = ({ kind, isRequired }: Field) =>
  !isRequired && (kind === 'number' || kind === 'date' || kind === 'select');
