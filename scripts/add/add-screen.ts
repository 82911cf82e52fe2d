/** `npm run add-screen`: adds a screen to a feature. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changeSources, root } from '#scripts/product/change-command.ts';
import { allPaths } from '#shared/paths.ts';
import { featureOf } from './feature-of.ts';
import { parseScreenPath, type Screen, screenFile, screenTest } from './screen-files.ts';
import { propertyOf, readSource } from './source.ts';

const RECIPE = 'docs/recipes/screen-and-endpoint.md';
const USAGE = `usage: npm run add-screen -- <feature>/<path>

  npm run add-screen -- plants/:id/care     a screen about one plant
  npm run add-screen -- plants/archive      another screen`;

changeSources(USAGE, {}, ([word = '', ...others]) => {
  if (others.length > 0) throw new Error('Add one screen at a time');
  const name = word.replace(/^\//, '').split('/')[0] ?? '';
  const feature = featureOf(name);
  const screen = parseScreenPath(word, feature, allPaths());
  const { folder } = feature;
  const created = new Map([
    [`${folder}/client/${screen.file}.tsx`, screenFile(feature, screen)],
    [`${folder}/e2e/${screen.file}.spec.ts`, screenTest(feature, screen)],
  ]);
  for (const file of created.keys())
    if (existsSync(join(root, file))) throw new Error(`${file} exists: choose another path`);
  return {
    files: new Map([
      ...created,
      ['features/contract.ts', declarePath(screen)],
      [`${folder}/client.ts`, addRoute(folder, screen)],
    ]),
    next: [
      `npm run dev shows it, npm test -- ${folder}/e2e tests it.`,
      `Link to it: <AppLink to=${linkTo(screen)}>.`,
      `features/contract.ts says that links to it open the browser: write 'app' for the native app.`,
    ],
  };
});

function declarePath({ path }: Screen) {
  const contract = readSource('features/contract.ts', RECIPE);
  const paths = contract.literal(contract.constant('featurePaths'), 'ObjectExpression');
  if (!paths) throw contract.lacks('featurePaths = { … }');
  contract.append(paths, `'${path}': 'browser'`);
  return contract.edited();
}

function addRoute(folder: string, { path, file, title, description }: Screen) {
  const client = readSource(`${folder}/client.ts`, RECIPE);
  const options = client.literal(client.call('itemScreens')?.args[1], 'ObjectExpression');
  if (!options) throw client.lacks('itemScreens(…, { … })');
  const route = `{
    path: '${path}',
    source: '${folder}/client/${file}.tsx',
    screen: lazyScreen(() => import('./client/${file}.tsx')),
    access: 'signed-in',
    title: '${title}',
    description: '${description}',
    prerender: 'shell',
  }`;
  const routes = propertyOf(options, 'routes');
  const list = client.literal(routes, 'ArrayExpression');
  if (routes && !list) throw client.lacks('routes: [ … ]');
  if (list) client.append(list, route);
  else client.append(options, `routes: [${route}]`);
  client.addImport('lazyScreen', '#client/shell/route.ts');
  return client.edited();
}

function linkTo({ path, params }: Screen) {
  if (params.length === 0) return `"${path}"`;
  return `{pathTo('${path}', { ${params.join(', ')} })}`;
}
