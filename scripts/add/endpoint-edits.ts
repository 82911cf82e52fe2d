import type { NewEndpoint } from './endpoint-files.ts';
import type { Names } from './names.ts';
import { type Node, propertyOf, type Source } from './source.ts';

type Place = { constant: string; endpoint: NewEndpoint };

const CALLERS = ['anonymous', 'owner', 'other', 'admin', 'ended', 'recovery', 'signature'];
const STATUSES = [401, 200, 404, 404, 401, 401, 401];

/** Adds the declaration of an endpoint. Returns the name of the constant with the endpoints. */
export function addDeclaration(
  source: Source,
  { names }: { names: Names },
  { name, path, summary }: NewEndpoint,
) {
  const call = source.call('defineEndpoints');
  const endpoints = source.literal(call?.args[0], 'ObjectExpression');
  const constant = call && source.nameOf(call.node)?.name;
  if (!endpoints || !constant) throw source.lacks('export const … = defineEndpoints({ … })');
  source.append(
    endpoints,
    `${name}: {
      method: 'POST',
      path: '${path}',
      access: 'session',
      summary: '${summary}',
      response: v.object({ ${names.one}: itemSchema(${names.camelMany}) }),
    }`,
  );
  source.addNamespace('v', 'valibot');
  source.addImport('itemSchema', '#shared/item-schemas.ts');
  source.addImport(names.camelMany, './contract.ts');
  return constant;
}

/** Registers the endpoints of a feature, unless they are. */
export function register(source: Source, { constant, from }: { constant: string; from: string }) {
  const all = source.literal(source.constant('featureEndpoints'), 'ObjectExpression');
  if (!all) throw source.lacks('featureEndpoints = { … }');
  const entries = all.properties as Node[];
  if (entries.some(({ argument }) => (argument as Node | undefined)?.name === constant)) return;
  source.append(all, `...${constant}`);
  source.addImport(constant, from);
}

/** Adds the handler, which responds with the item. */
export function addHandler(
  source: Source,
  { constant, endpoint, names }: Place & { names: Names },
) {
  const call = source.call('itemFeature');
  if (!call || call.args.length < 2) throw source.lacks('itemFeature(…, …)');
  source.addImport(constant, './endpoints.ts');
  const handler = (api: string, store: string) =>
    `${api}.handle(${constant}.${endpoint.name}, async ({ caller, params }) => ({
      ${names.one}: await ${store}.read(caller.user.id, params.id),
    }));`;
  const method = `addRoutes(api, { store }) { ${handler('api', 'store')} }`;
  const [, , last] = call.args;
  if (!last) return source.append(call.node, `{ endpoints: ${constant}, ${method} }`);

  const parts = source.literal(last, 'ObjectExpression');
  if (!parts) throw source.lacks('itemFeature(…, …, { … })');
  const endpoints = propertyOf(parts, 'endpoints');
  if (!endpoints) source.append(parts, `endpoints: ${constant}`);
  else if (endpoints.name !== constant) throw source.lacks(`endpoints: ${constant}`);
  const addRoutes = propertyOf(parts, 'addRoutes');
  if (!addRoutes) return source.append(parts, method);
  const body = addRoutes.body as Node | undefined;
  const [api, services] = (addRoutes.params ?? []) as Node[];
  if (body?.type !== 'BlockStatement' || api?.type !== 'Identifier')
    throw source.lacks('addRoutes(api, { store }) { … }');
  source.insert(body.end - 1, `\n${handler(String(api.name), storeIn(source, api, services))}\n`);
}

/** Returns the code that names the store in `addRoutes`. Adds it to the parameters if it is missing. */
function storeIn(source: Source, api: Node, services: Node | undefined) {
  if (services?.type === 'Identifier') return `${services.name}.store`;
  if (services?.type === 'ObjectPattern') {
    const store = propertyOf(services, 'store');
    if (!store) source.append(services, 'store');
    return store ? source.textOf(store) : 'store';
  }
  if (services) throw source.lacks('addRoutes(api, { store }) { … }');
  source.insert(api.end, ', { store }');
  return 'store';
}

/** Adds the row about an endpoint to the table of permissions. */
export function addPermissions(source: Source, { constant, endpoint }: Place) {
  const call = source.call('testItemStore');
  if (!call || call.args.length < 2) throw source.lacks('testItemStore(…, …)');
  const [, , last] = call.args;
  if (!last) {
    const row = rowOf(endpoint.name);
    const heading = CALLERS.join('  ').padStart(row.length + 2);
    source.append(
      call.node,
      `{ endpoints: ${constant},\n//${heading}\ntable: \`\n    ${row}\`,\n}`,
    );
    return source.addImport(constant, './endpoints.ts');
  }
  const further = source.literal(last, 'ObjectExpression');
  if (propertyOf(further, 'endpoints')?.name !== constant)
    throw source.lacks(`testItemStore(…, …, { endpoints: ${constant} })`);
  const table = propertyOf(further, 'table');
  const isText = table?.type === 'Literal' || (table?.expressions as Node[])?.length === 0;
  if (!table || !isText) throw source.lacks('table: `…`');
  const row = rowOf(endpoint.name, source.textOf(table));
  if (table.type === 'TemplateLiteral') return source.insert(table.end - 1, `\n    ${row}`);
  source.replace(table, `\`\n    ${String(table.value).trim()}\n    ${row}\``);
}

/** Returns a row with the statuses below the callers of its heading, and below those of the rows that there are. */
function rowOf(name: string, rows = '') {
  const columns = CALLERS.map((caller, index) => String(STATUSES[index]).padStart(caller.length));
  const [, others = ''] = /(\w+ +)\d{3}\b/.exec(rows) ?? [];
  const width = others.length - '  anonymous'.length + '401'.length;
  return [name.padEnd(width), ...columns].join('  ');
}
