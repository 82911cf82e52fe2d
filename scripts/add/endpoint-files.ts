import { requiredValues } from '#server/testing/sample-values.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { withArticle } from '#shared/with-article.ts';
import { capitalize, inWords } from '#shared/words.ts';
import type { featureOf } from './feature-of.ts';

type Feature = ReturnType<typeof featureOf>;

/** An endpoint that the command line describes, about one item. */
export type NewEndpoint = { name: string; path: Endpoint['path']; file: string; summary: string };

/** Returns the endpoint of a verb. Throws if another one has its name or path. */
export function parseEndpoint(
  { names, kind }: Pick<Feature, 'names' | 'kind'>,
  verb: string,
  all: Record<string, Endpoint>,
): NewEndpoint {
  const name = `${camel(verb)}${names.pascalOne}`;
  const path = `${kind.update.path}/${verb}` as Endpoint['path'];
  const same = Object.entries(all).find(
    ([other, endpoint]) => other === name || endpoint.path === path,
  );
  if (same) throw new Error(`The API has ${same[0]} at ${same[1].path}: choose another verb`);
  const summary = `${capitalize(inWords(verb))} ${withArticle(names.oneInWords)} of the signed-in person`;
  return { name, path, file: `${verb}-${names.onePath}`, summary };
}

/** Writes the file with the endpoints of a feature that has none yet. */
export const newEndpointsFile = ({ names }: Pick<Feature, 'names'>) =>
  `import { defineEndpoints } from '#shared/endpoint.ts';

export const ${names.camelOne}Endpoints = defineEndpoints({});
`;

/** Writes the server test: the owner gets the item, and nobody else. */
export function endpointTest(
  { names, kind }: Feature,
  { name, file }: NewEndpoint,
  constant: string,
) {
  const [title = ''] = Object.keys(kind.fields);
  const body = { ...requiredValues(kind), [title]: 'Example' };
  return `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { features } from '#features/server.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { ${names.camelMany} } from '../contract.ts';
import { ${constant} } from '../endpoints.ts';

const server = await startTestServer({ features });
after(server.stop);

test('${inWords(file)}: the owner gets the ${names.oneInWords}, and nobody else', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { ${names.one} } = await person.call(${names.camelMany}.create, { body: ${JSON.stringify(body)} });
  const params = { id: ${names.one}.id };
  assert.deepEqual(await person.call(${constant}.${name}, { params }), { ${names.one} });
  assert.equal((await other.error(${constant}.${name}, { params })).status, 404);
});
`;
}

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
