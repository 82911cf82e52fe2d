import { withArticle } from '#shared/with-article.ts';
import { capitalize, inWords } from '#shared/words.ts';
import type { featureOf } from './feature-of.ts';

type Feature = ReturnType<typeof featureOf>;

/** A screen that the command line describes. */
export type Screen = {
  path: string;
  params: string[];
  /** Whether the path names an item of the feature, as `/plants/:id/care` does. */
  isOfItem: boolean;
  /** The name of its files, without their ends. */
  file: string;
  title: string;
  description: string;
};

const SEGMENT = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PARAM = /^:[a-z][a-zA-Z0-9]*$/;
const FILE_MAX_CHARACTERS = 60;

/** Reads the path of a new screen. Throws if it is not valid, or if another screen has it. */
export function parseScreenPath(
  word: string,
  { names }: Pick<Feature, 'names'>,
  paths: string[],
): Screen {
  const path = word.startsWith('/') ? word : `/${word}`;
  const [, , ...rest] = path.split('/');
  if (rest.length === 0)
    throw new Error(
      `${path} is the list of ${names.title.toLowerCase()}: add a segment, as in ${names.path}/:id/care`,
    );
  const wrong = rest.find((segment) => !SEGMENT.test(segment) && !PARAM.test(segment));
  if (wrong !== undefined)
    throw new Error(
      `"${wrong}" is no segment of a path: use lower-case letters, digits and -, or a parameter such as :id`,
    );
  const params = rest.filter((segment) => segment.startsWith(':')).map((one) => one.slice(1));
  if (new Set(params).size < params.length) throw new Error(`${path} has a parameter twice`);
  const same = paths.find((other) => shapeOf(other) === shapeOf(path));
  if (same) throw new Error(`There is a screen with the path ${same}`);

  const isOfItem = rest[0] === ':id';
  const words = (isOfItem ? rest.slice(1) : rest).map(kebab);
  const file = [isOfItem ? names.onePath : names.path, ...words].join('-');
  if (file.length > FILE_MAX_CHARACTERS) throw new Error(`${path} is too long`);
  const title = capitalize(inWords(words.at(-1) ?? names.onePath));
  const description = isOfItem
    ? `${title} of ${withArticle(names.oneInWords)}.`
    : `${title} of your ${names.title.toLowerCase()}.`;
  return {
    ...{ path, params, isOfItem, file, title },
    description: words.length > 0 ? description : `${capitalize(withArticle(names.oneInWords))}.`,
  };
}

const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':');

/** Returns a segment as a part of a file name: `plant-bed` of `:plantBed`. */
const kebab = (segment: string) =>
  segment.replace(/^:/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Writes the screen: the item that its path names, or a heading. */
export function screenFile({ names, kind }: Pick<Feature, 'names' | 'kind'>, screen: Screen) {
  const { file, params, isOfItem, title } = screen;
  const component = file.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const types = params.map((param) => `${param}: string`).join('; ');
  const shown = isOfItem ? 'id' : params[0];
  const props = shown ? `{ params: { ${shown} } }: { params: { ${types} } }` : '';
  const content = (heading: string, attributes = ' dir="auto"') =>
    `<div className="page grid justify-items-start gap-4 py-10 md:py-14">
      <h1 className="text-title"${attributes}>${heading}</h1>
      <AppLink to="/${names.path}" className="link">${names.title}</AppLink>
    </div>`;
  if (!isOfItem)
    return `import { AppLink } from '#client/components/app-link.tsx';

export default function ${component}(${props}) {
  return (
    ${shown ? content(`{${shown}}`) : content(title, '')}
  );
}
`;
  return `import { AppLink } from '#client/components/app-link.tsx';
import { OneItem } from '#client/items/one-item.tsx';
import { ${names.camelMany} } from '../contract.ts';

export default function ${component}(${props}) {
  return (
    <OneItem kind={${names.camelMany}} id={id}>
      {(${names.camelOne}) => (
        ${content(`{${names.camelOne}.${titleOf(kind)}}`)}
      )}
    </OneItem>
  );
}
`;
}

// Apart from the text, which would look like an import of this file.
const TESTS = '#tests';

/** Writes the browser test of a screen: what its address shows, and what that of an unknown item shows. */
export function screenTest({ names }: Pick<Feature, 'names'>, screen: Screen) {
  const { path, params, isOfItem, title } = screen;
  const address = (id: string) => path.replace(':id', id).replaceAll(/:(\w+)/g, 'some-$1');
  const heading = "page.getByRole('heading', { level: 1 })";
  if (!isOfItem)
    return `import { expect, test } from '${TESTS}/e2e/support/fixtures.ts';

test('${path} shows its heading', { tag: '@smoke' }, async ({ signedIn: page }) => {
  await page.goto('${address('some-id')}');
  await expect(${heading}).toHaveText('${params[0] ? `some-${params[0]}` : title}');
});
`;
  return `import { createItem } from '${TESTS}/e2e/items/create-item.ts';
import { expect, test } from '${TESTS}/e2e/support/fixtures.ts';
import { ${names.camelMany} } from '../contract.ts';

test('${path} shows ${withArticle(names.oneInWords)}, and that an unknown one does not exist', {
  tag: '@smoke',
}, async ({ signedIn: page, person, request }) => {
  const { id, title } = await createItem(request, person, ${names.camelMany});
  await page.goto(\`${address(`${'$'}{id}`)}\`);
  await expect(${heading}).toHaveText(title);
  await page.goto('${address('unknown')}');
  await expect(${heading}).toHaveText('This ${names.oneInWords} does not exist');
});
`;
}

const titleOf = (kind: Feature['kind']) => Object.keys(kind.fields)[0] ?? 'id';
