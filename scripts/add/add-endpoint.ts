/** `npm run add-endpoint`: adds an endpoint about an item to a feature. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changeSources, root } from '#scripts/product/change-command.ts';
import { allEndpoints, checkName } from './check-free.ts';
import { addDeclaration, addHandler, addPermissions, register } from './endpoint-edits.ts';
import { endpointTest, newEndpointsFile, parseEndpoint } from './endpoint-files.ts';
import { featureOf } from './feature-of.ts';
import { parseSource, readSource } from './source.ts';

const RECIPE = 'docs/recipes/screen-and-endpoint.md';
const USAGE = `usage: npm run add-endpoint -- <feature> <verb>

  npm run add-endpoint -- plants water   POST /api/plants/:id/water, which responds with the plant`;

changeSources(USAGE, {}, ([name = '', verb = '', ...others]) => {
  const feature = featureOf(name);
  if (verb === '' || others.length > 0)
    throw new Error(`Write one verb: npm run add-endpoint -- ${name} water`);
  checkName(verb, 'verb');
  const endpoint = parseEndpoint(feature, verb, allEndpoints());
  const { folder } = feature;
  const [declarations, test] = [
    `${folder}/endpoints.ts`,
    `${folder}/server/${endpoint.file}.test.ts`,
  ];
  if (existsSync(join(root, test))) throw new Error(`${test} exists: choose another verb`);

  const declared = existsSync(join(root, declarations))
    ? readSource(declarations, RECIPE)
    : parseSource(declarations, newEndpointsFile(feature), RECIPE);
  const registration = readSource('features/endpoints.ts', RECIPE);
  const server = readSource(`${folder}/server.ts`, RECIPE);
  const permissions = readSource(`${folder}/server.test.ts`, RECIPE);
  const constant = addDeclaration(declared, feature, endpoint);
  register(registration, { constant, from: `./${name}/endpoints.ts` });
  addHandler(server, { constant, names: feature.names, endpoint });
  addPermissions(permissions, { constant, endpoint });
  return {
    files: new Map([
      [declarations, declared.edited()],
      [test, endpointTest(feature, endpoint, constant)],
      ['features/endpoints.ts', registration.edited()],
      [`${folder}/server.ts`, server.edited()],
      [`${folder}/server.test.ts`, permissions.edited()],
    ]),
    next: [
      `${folder}/server.ts has the handler, which only reads the ${feature.names.oneInWords}: fill it in, and ${test}.`,
      `A screen calls it with api.${endpoint.name} (client/api-client/api.ts).`,
      `npm test -- ${folder} server/feature openapi tests it, on PostgreSQL npm run test:postgres -- ${folder}.`,
    ],
  };
});
