import type { GenericSchema } from 'valibot';
import type { EndpointName } from '#shared/endpoints.ts';

/** What the items of every synced entity have in common. */
export type Item = {
  id: string;
  /** Counts the changes on the server. 0 for an item that the server does not know yet. */
  version: number;
  created_at: string;
  updated_at: string;
  photo_path?: string | null;
};

/** The values that a form edits, by the name of the field. */
export type FieldValues = Record<string, unknown>;

/** Describes an entity whose items are stored on the device and synced with the server. A feature registers it. */
export type SyncedEntity = {
  /** The name of the table on the server, which `GET /api/changes` uses. */
  name: string;
  /** Describes the fields of the form, which are texts, numbers or booleans. A merged item must satisfy it, too. */
  fields: GenericSchema & { entries: Record<string, unknown> };
  /** Whether each item may have a photo. */
  photo?: boolean;
  /** The calls, and the names of the item and of the list in their responses. */
  list: { endpoint: EndpointName; key: string };
  create: EndpointName;
  update: EndpointName;
  remove: EndpointName;
  /** Undoes a deletion. */
  restore: EndpointName;
  itemKey: string;
};

/** Throws if an entity is not registered, so that its changes would never be sent. */
export function checkRegistered({ name }: SyncedEntity, registered: SyncedEntity[]) {
  if (!registered.some((one) => one.name === name))
    throw new Error(`${name} is not in features/synced.ts`);
}

export const fieldNames = (entity: SyncedEntity) => Object.keys(entity.fields.entries);

/** Returns the values of the item that a form edits. */
export function fieldsOf(entity: SyncedEntity, item: object): FieldValues {
  const values = item as FieldValues;
  return Object.fromEntries(fieldNames(entity).map((name) => [name, values[name]]));
}

/** Compares the fields of the form. A missing field equals an empty one, also an unchecked box. */
export const haveSameFields = (entity: SyncedEntity, a: object, b: object) =>
  fieldNames(entity).every(
    (name) => filled((a as FieldValues)[name]) === filled((b as FieldValues)[name]),
  );

const filled = (value: unknown) => (value === false ? '' : (value ?? ''));
