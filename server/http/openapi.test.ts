import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { kit } from '#shared/endpoints.ts';
import { openApiPath } from './openapi.ts';

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  'x-access': string;
  requestBody?: { content: Record<string, object> };
  responses: Record<string, object>;
};

const server = await startTestServer();
after(server.stop);
const document = (await server.call(kit.openapi)) as {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('the description is valid OpenAPI 3.1', async () => {
  assert.match(document.openapi, /^3\.1\./);
  const { valid, errors } = await new Validator().validate(document);
  assert.ok(valid, JSON.stringify(errors, null, 2));
});

test('the description lists exactly the endpoints under /api', () => {
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const mounted = server.running.router.routes
    .filter(({ path }) => path.startsWith('/api/') && path !== '/api/docs')
    .map(({ method, path }) => `${method} ${openApiPath(path)}`);
  assert.deepEqual(described.sort(), mounted.sort());
});

test('the description is created once, by the first requests', async (t) => {
  let made = 0;
  const endpoints = new Proxy(testItemsServer.endpoints, {
    ownKeys(target) {
      made++;
      return Reflect.ownKeys(target);
    },
  });
  const counted = await startTestServer({ features: [{ ...testItemsServer, endpoints }] });
  t.after(counted.stop);
  made = 0;
  for (let round = 0; round < 2; round++) {
    const requests = Array.from({ length: 3 }, () => fetch(`${counted.url}/api/openapi.json`));
    for (const response of await Promise.all(requests))
      assert.deepEqual(await response.json(), document);
  }
  assert.equal(made, 1);
});

test('every endpoint of the specification is described', () => {
  const specified = [
    'post /api/auth/register',
    'post /api/auth/login',
    'get /api/auth/me',
    'post /api/auth/confirm',
    'post /api/auth/reset-password',
    'post /api/auth/update-password',
    'post /api/auth/update-profile',
    'post /api/upload',
    'get /api/file/url/{path}',
    'get /api/file/files/{path}',
    'delete /api/file/files/{path}',
    'post /api/auth/logout',
    'post /api/auth/resend-confirmation',
    'get /api/admin/status',
    'get /api/health',
    'get /api/ready',
    'get /api/openapi.json',
  ];
  const described = operations.map(({ path, method }) => `${method} ${path}`);
  for (const call of specified) assert.ok(described.includes(call), call);
});

test('every endpoint declares its access, and requires a token where it needs one', () => {
  const schemes: Record<string, object[]> = {
    public: [],
    signature: [],
    session: [{ session: [] }],
    admin: [{ session: [] }],
    recovery: [{ recovery: [] }],
  };
  for (const { path, operation } of operations) {
    const access = operation['x-access'];
    assert.ok(access in schemes, `${path} declares no access`);
    assert.deepEqual(operation.security, schemes[access], path);
    if (access !== 'public' && access !== 'signature')
      assert.ok('401' in operation.responses, path);
  }
});

test('every endpoint has a unique name and a summary', () => {
  assert.equal(
    new Set(operations.map(({ operation }) => operation.operationId)).size,
    operations.length,
  );
  for (const { operation } of operations) assert.ok(operation.summary.length > 5);
});

test('sign-in lists its own errors, and every endpoint the general ones', () => {
  const statusesOf = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});
  for (const status of ['200', '400', '401', '403', '429'])
    assert.ok(statusesOf('/api/auth/login', 'post').includes(status), status);
  assert.ok(statusesOf('/api/items/{id}', 'put').includes('409'));
  for (const path of ['/api/items', '/api/upload'])
    assert.ok(statusesOf(path, 'post').includes('403'), path);
  for (const { path, method } of operations)
    for (const status of ['400', '500', '503'])
      assert.ok(statusesOf(path, method).includes(status), `${method} ${path} ${status}`);
});

test('every endpoint and every tag has a description', () => {
  const described = new Map(document.tags.map(({ name, description }) => [name, description]));
  for (const { path, operation } of operations) {
    assert.ok(operation.description.length > operation.summary.length, path);
    assert.equal(operation.tags.length, 1, path);
    for (const tag of operation.tags) assert.ok(described.get(tag), tag);
  }
});

test('the description says what a change without photo_path does', () => {
  const { summary } = document.paths['/api/items/{id}']?.put ?? {};
  assert.match(summary ?? '', /without `photo_path` the photo stays, with null it is removed/);
});

test('upload is described as JSON and as a form', () => {
  const content = document.paths['/api/upload']?.post?.requestBody?.content ?? {};
  assert.deepEqual(Object.keys(content), ['application/json', 'multipart/form-data']);
});
