import type { GenericSchema } from 'valibot';
import type { Endpoint } from './endpoint.ts';
import type { InputOf, ItemFields, ValuesOf } from './fields.ts';
import type { pageQuery } from './pages.ts';
import type { itemDeletion, undoneDeletion } from './sync.ts';
import { inWords } from './words.ts';

/** What `defineItems` takes. */
type Definition = {
  /** The names in requests and responses. Names in texts are derived from them. The table is named `many`. */
  one: string;
  many: string;
  /** The fields of the form. The first is the title. */
  fields: ItemFields;
  /** Whether each item may have a photo. */
  photo?: boolean;
};

type Operation = 'list' | 'create' | 'update' | 'remove' | 'restore';

/** Any kind of item: its definition, the path of its screen and its endpoints. */
export type ItemKind = Definition & { path: `/${string}` } & Record<Operation, Endpoint>;

/**
 * Declares a kind of item:
 *
 *     export const plants = defineItems({
 *       one: 'plant',
 *       many: 'plants',
 *       fields: { name: textField('Name', { maxCharacters: 100, isRequired: true }) },
 *       photo: true,
 *     });
 *
 * Its endpoints are `plants.list`, `create`, `update`, `remove` and `restore`. Every page downloads the definition, so
 * the endpoints have no schemas or texts in the client: the server adds them to the same objects (`item-schemas.ts`).
 */
export function defineItems<const D extends Definition>(definition: D): Items<D> {
  const [name, names] = [inWords(definition.one), inWords(definition.many)];
  const path = `/${definition.many.replaceAll('_', '-')}` as const;
  const endpoint = (method: Endpoint['method'], rest: string, verb: string, what = name) => ({
    method,
    path: `/api${path}${rest}`,
    access: 'session',
    fallbackError: `Failed to ${verb} ${what}`,
  });
  const kind = {
    ...definition,
    path,
    list: endpoint('GET', '', 'get', names),
    create: endpoint('POST', '', 'create'),
    update: endpoint('PUT', '/:id', 'update'),
    remove: endpoint('DELETE', '/:id', 'delete'),
    restore: endpoint('POST', '/:id/restore', 'restore'),
  };
  return kind as unknown as Items<D>;
}

/** Returns the endpoints of a kind of item by their names in the API description: `listPlants`, `createPlant` … */
export function endpointsOf({
  one,
  many,
  list,
  create,
  update,
  remove,
  restore,
}: ItemKind): Record<string, Endpoint> {
  const [One, Many] = [pascalCase(one), pascalCase(many)];
  return {
    [`list${Many}`]: list,
    [`create${One}`]: create,
    [`update${One}`]: update,
    [`delete${One}`]: remove,
    [`restore${One}`]: restore,
  };
}

const pascalCase = (name: string) =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An item in a response. */
export type ItemOf<Kind extends Pick<ItemKind, 'fields' | 'photo'>> = Flat<
  { id: string } & ValuesOf<Kind['fields']> &
    (Kind extends { photo: true } ? { photo_path: string | null } : unknown) & {
      created_at: string;
      updated_at: string;
      version: number;
    }
>;

type Flat<T> = { [Key in keyof T]: T[Key] };

type Items<D extends Definition> = D & {
  path: `/${Kebab<D['many']>}`;
  list: Call<'GET', Path<D>> & {
    query: typeof pageQuery;
    response: Schema<
      Record<D['many'], ItemOf<D>[]> & { seq: number; next?: string | null | undefined }
    >;
  };
  create: Call<'POST', Path<D>> & {
    body: Body<D, InputOf<D['fields']>, ValuesOf<D['fields']>, { id?: string | undefined }>;
    response: Saved<D>;
    status: 201;
  };
  update: Call<'PUT', `${Path<D>}/:id`> & {
    body: Body<D, InputOf<D['fields']>, InputOf<D['fields']>, { version?: number | undefined }>;
    response: Saved<D>;
    conflict: Schema<Record<D['one'], ItemOf<D>>>;
  };
  remove: Call<'DELETE', `${Path<D>}/:id`> & {
    query: typeof itemDeletion;
    response: Schema<object>;
    conflict: Schema<Record<D['one'], ItemOf<D>>>;
  };
  restore: Call<'POST', `${Path<D>}/:id/restore`> & {
    query: typeof undoneDeletion;
    response: Saved<D>;
  };
};

type Call<Method extends Endpoint['method'], Path extends Endpoint['path']> = {
  method: Method;
  path: Path;
  access: 'session';
  summary: string;
  fallbackError: string;
};

type Schema<Value> = GenericSchema<Value, Value>;

/** `seq` is the number of the change, see `GET /api/changes`. */
type Saved<D extends Definition> = Schema<Record<D['one'], ItemOf<D>> & { seq: number }>;

/** A missing `photo_path` leaves the photo as it is, null removes it. */
type Body<D extends Definition, Input, Output, More> = GenericSchema<
  Flat<Input & PhotoOf<D> & More>,
  Flat<Output & PhotoOf<D> & More>
>;

type PhotoOf<D extends Definition> = D extends { photo: true }
  ? { photo_path?: string | null | undefined }
  : unknown;

type Path<D extends Definition> = `/api/${Kebab<D['many']>}`;

type Kebab<Name extends string> = Name extends `${infer Start}_${infer Rest}`
  ? `${Start}-${Kebab<Rest>}`
  : Name;
