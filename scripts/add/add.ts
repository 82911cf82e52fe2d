/** `npm run add`: adds a feature with API, table, list, form and tests. */
import { itemKinds } from '#features/contract.ts';
import { changeSources, root } from '#scripts/product/change-command.ts';
import { checkDeclarations, checkFree, checkName } from './check-free.ts';
import { filesOf, type NewFeature, registrationsOf } from './feature-files.ts';
import { registrationsWith } from './feature-registration.ts';
import { checkReferences, parseFields } from './fields.ts';
import { iconOf, unusedIcon } from './icons.ts';
import { namesOf } from './names.ts';

const USAGE = `usage: npm run add -- <names> <field>:<type> … [photo?] [--one <name>] [--icon <name>]

  npm run add -- tasks title:text "notes:longtext?" done:boolean "due:date?" "size:select(small|large)" "photo?"
  npm run add -- tasks title:text "plant:ref(plants)" "weight:number(0..50 kg)?" "contact:email?" "site:url?"

  text, longtext, number, number(0..50), number(0..50 kg), date, boolean, email, url, select(a|b|c), ref(plants)
                the types; "?" makes a field optional. ref(plants, keep) says what happens when the plant is
                deleted: keep, clear or refuse; without it, clear if the field is optional, otherwise refuse
  --one <name>  what one of them is called, if it does not follow from the plural
  --icon <name> the icon in the menus, such as sprout: one of https://lucide.dev/icons`;

changeSources(
  USAGE,
  { one: { type: 'string' }, icon: { type: 'string' } },
  ([name = '', ...words], { one, icon }) => {
    for (const word of [name, one ?? name]) checkName(word);
    const feature = {
      names: namesOf(name, one),
      ...parseFields(words),
      icon: icon === undefined ? unusedIcon(root) : iconOf(icon),
    };
    checkFree(root, feature.names);
    const kinds = itemKinds.map(({ many }): string => many);
    checkReferences(feature.fields, feature.names.many, kinds);

    const files = filesOf(feature);
    const registrations = registrationsWith(root, registrationsOf(feature));
    const texts = [
      ...files.map(({ path, text }) => [path, text] as const),
      ...registrations.map(({ file, after }) => [file, after] as const),
    ];
    checkDeclarations(
      name,
      texts.map(([, text]) => text),
    );
    return {
      files: new Map(texts),
      notes: [`A single item is called "${feature.names.oneInWords}" (--one changes it).`],
      next: nextSteps(feature, { hasIcon: icon !== undefined }),
    };
  },
);

/** Says only what concerns the generated files. */
function nextSteps({ names: { path }, fields }: NewFeature, { hasIcon }: { hasIcon: boolean }) {
  const hasLength = fields.some(({ type }) => type === 'text' || type === 'longtext');
  const anyNumber = fields.find((field) => field.type === 'number' && !field.range);
  return [
    `npm run dev shows it, npm test -- features/${path} tests it.`,
    `features/${path}/client.ts has the label${hasIcon ? '' : ' and the icon'} for the menus.`,
    ...(hasLength ? [`features/${path}/contract.ts has maxCharacters of each text.`] : []),
    ...(anyNumber
      ? [
          `${anyNumber.name} may be from -1,000,000,000 to 1,000,000,000: set min and max in features/${path}/contract.ts.`,
        ]
      : []),
    `npm run add-field, add-screen and add-endpoint add to it, npm run remove -- ${path} removes it.`,
  ];
}
