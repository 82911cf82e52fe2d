import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext, Script } from 'node:vm';
import { itemKinds } from '#features/contract.ts';
import { features } from '#features/server.ts';
import { tablesOf } from '#server/backup/format.ts';
import { tablesNotBackedUp } from '#server/database/schema.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';
import { endpointsOf } from '#shared/items.ts';
import { allPaths } from '#shared/paths.ts';
import type { Names } from './names.ts';

const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;
const NAMED = {
  feature: 'name of a feature: use lower-case letters and -, as in shopping-items',
  verb: 'verb: use lower-case letters and -, as in move-out',
};
const NAME_MAX_CHARACTERS = 30;
/** Names in use elsewhere: in addresses, among the migrations, on the dashboard. */
const RESERVED = 'features item items photos api dev assets kit index metrics removed'.split(' ');
/** SQLite and PostgreSQL reserve table names that begin with them. */
const RESERVED_STARTS = ['sqlite_', 'pg_'];
/** Keys of responses. A feature adds keys with its singular and plural names. */
const RESPONSE_KEYS = ['success', 'error', 'fields', 'isAuthError', 'seq', 'next'];
/** Singular names in use elsewhere: the address of an item is `?name=id`, and these parameters have another meaning. */
const RESERVED_ONE = 'item feature new title text url share shared'.split(' ');
/** What the language has under a name of its own, such as escape. V8 adds the console. */
const LANGUAGE_VALUES: object = runInNewContext('delete globalThis.console; globalThis');

/** Throws if a name is not valid for a feature, or if a verb is not valid for an endpoint. */
export function checkName(name: string, what: keyof typeof NAMED = 'feature') {
  if (!NAME.test(name)) throw new Error(`"${name}" is not a valid ${NAMED[what]}`);
  if (name.length > NAME_MAX_CHARACTERS)
    throw new Error(`${name} is too long: a name has at most ${NAME_MAX_CHARACTERS} characters`);
}

/** Throws if the kit or a feature already uses a name of the new feature. */
export function checkFree(root: string, names: Names) {
  const { path, onePath, many, camelOne, camelMany, pascalOne, pascalMany } = names;
  const isTaken = (what: string) => taken(path, what);
  if (
    [...RESERVED, ...RESPONSE_KEYS].includes(camelMany) ||
    RESERVED_STARTS.some((start) => many.startsWith(start))
  )
    throw isTaken('the kit uses this name itself');
  if ([...RESERVED_ONE, ...RESPONSE_KEYS].includes(camelOne))
    throw new Error(
      `${path} cannot be used: the kit uses ${onePath}, the name of one of them, itself. Choose another: --one <name>`,
    );
  const word = [camelOne, camelMany].find(isWordOfLanguage);
  if (word) throw isTaken(`${word} is a word of the language`);
  if (existsSync(join(root, 'features', path))) throw isTaken(`features/${path}/ exists`);
  if (existsSync(join(root, 'client/public', path))) throw isTaken(`client/public/${path} exists`);
  const tables = [...tablesOf(features), ...Object.keys(tablesNotBackedUp)];
  if (tables.includes(many)) throw isTaken(`there is a table ${many}`);
  if (allPaths().includes(`/${path}`)) throw isTaken(`/${path} is the path of a screen`);
  const added = ['create', 'update', 'delete', 'restore'].map((verb) => verb + pascalOne);
  added.push(`list${pascalMany}`);
  for (const [name, { path: address }] of Object.entries(allEndpoints()))
    if (added.includes(name) || `${address}/`.startsWith(`/api/${path}/`))
      throw isTaken(`the API has ${name} at ${address}`);
}

/** Returns every endpoint that screens call, by its name in the API description. */
export const allEndpoints = (): Record<string, Endpoint> =>
  Object.assign({}, endpoints, ...itemKinds.map(endpointsOf));

/** Throws if a file of the new feature would declare or import a name twice. */
export function checkDeclarations(path: string, texts: string[]) {
  for (const text of texts) {
    const imported = [...text.matchAll(/^import (?:type )?(\w+|\{[^}]*\}) from/gm)].flatMap(
      ([, names = '']) => names.replaceAll(/\btype\b/g, '').match(/\w+/g) ?? [],
    );
    const declared = [...text.matchAll(/^(?:export )?(?:const|function|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    const names = [...imported, ...declared];
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice) throw taken(path, `the kit uses ${twice} itself`);
  }
}

/** Compiles the declaration of a constant as in a module, without running it. */
function isWordOfLanguage(name: string) {
  try {
    new Script(`'use strict'; async () => { const ${name} = 0; };`);
    return name in LANGUAGE_VALUES;
  } catch {
    return true;
  }
}

function taken(path: string, what: string) {
  return new Error(`${path} cannot be used: ${what}. Choose another name.`);
}
