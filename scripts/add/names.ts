import pluralize from 'pluralize-esm';
import { capitalize, inWords } from '#shared/words.ts';

/** The name of a feature in every form that its code needs. */
export type Names = ReturnType<typeof namesOf>;

/** Returns the names of a feature. `one` is the singular, if it is not what the library says. Throws if it is not known. */
export function namesOf(feature: string, one = singularOf(feature)) {
  if (one === undefined) throw new Error(questionFor(feature));
  if (one === feature)
    throw new Error(`--one must be another word than ${feature}: the list and one of it differ`);
  return {
    // `shopping-items` and `shopping-item`: the folder, files and addresses.
    path: feature,
    onePath: one,
    // `shopping_item` and `shopping_items`: the names in the API and of the table.
    one: snake(one),
    many: snake(feature),
    // `shoppingItem` and `ShoppingItem`: the names in code.
    camelOne: camel(one),
    camelMany: camel(feature),
    pascalOne: capitalize(camel(one)),
    pascalMany: capitalize(camel(feature)),
    // "shopping item" and "Shopping items": the names in texts.
    oneInWords: inWords(one),
    title: capitalize(inWords(feature)),
  };
}

/** Returns the label of a field: "First name" for `first_name`. */
export const labelOf = (field: string) => capitalize(inWords(field));

/** Returns the singular of the last word, or undefined unless the library makes the same plural of it again. */
function singularOf(name: string) {
  const [, start = '', last = ''] = /^(.*-)?([^-]*)$/.exec(name) ?? [];
  const one = pluralize.singular(last);
  return one && one !== last && pluralize.plural(one) === last ? start + one : undefined;
}

/** Asks for the singular. First suggests the plural, because the name is often a singular by mistake. */
function questionFor(name: string) {
  const plural = pluralize.plural(name);
  if (singularOf(plural) !== name)
    return `What is one of the ${inWords(name)} called? Add it: --one <name>`;
  return `${name} is the name of one: write ${plural}, or add what one of the ${inWords(name)} is called: --one <name>`;
}

const snake = (name: string) => name.replaceAll('-', '_');
const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
