import fc from 'fast-check';
import {
  hostileHeaders,
  hostileKey,
  hostileSegment,
  hostileText,
  hostileValue,
} from './hostile-values.ts';
import {
  almostValid,
  type JsonSchema,
  reference,
  TINY_GIF,
  valid,
  withRawNumbers,
} from './schema-values.ts';

/** A request to send, after replacing `own(0)` and `others(0)` in path and body. */
export type FuzzedRequest = {
  operation: string;
  /** True if the path or the method was changed, so that the request may reach no endpoint. */
  misdirected: boolean;
  caller: 'anonymous' | 'user' | 'admin' | 'recovery';
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The body bytes as latin1, so that a failure can be printed. */
  body: string;
};

/** The parts of an OpenAPI operation that requests are generated from. */
export type Operation = {
  operationId: string;
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, object>;
};

/** Generates requests to an operation of an OpenAPI document: some valid, most with something wrong. */
export function requestTo(
  path: string,
  method: string,
  operation: Operation,
): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      caller: fc.constantFrom('user', 'user', 'user', 'admin', 'recovery', 'anonymous'),
      authorization: rarely(fc.constantFrom('Bearer', 'Bearer x', 'Basic dTpw', 'bearer  a b', '')),
      path: pathOf(path, operation),
      misspelling: rarely(fc.constantFrom('/', '//', '/x', '/..', '%2f', ';a=b', '\\', '%00')),
      query: queryOf(operation),
      method: rarely(fc.constantFrom('HEAD', 'PATCH', 'OPTIONS', 'PUT', 'DELETE', 'GET', 'POST')),
      headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, hostileHeaders),
      content: contentOf(operation),
    })
    .map(({ authorization, path, misspelling, query, content, ...request }) => ({
      operation: operation.operationId,
      misdirected: misspelling !== undefined || request.method !== undefined,
      caller: request.caller as FuzzedRequest['caller'],
      method: request.method ?? method.toUpperCase(),
      path: `${path}${misspelling ?? ''}${query}`,
      headers: {
        ...(content.type !== undefined && { 'Content-Type': content.type }),
        ...request.headers,
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      body: content.body,
    }));
}

function pathOf(path: string, { parameters = [] }: Operation) {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const segment = fc.oneof({ weight: 3, arbitrary: reference }, fc.uuid(), hostileSegment);
  return fc
    .tuple(...names.map(() => segment))
    .map((segments) =>
      segments.reduce((path, value, index) => path.replace(`{${names[index]}}`, () => value), path),
    );
}

function queryOf({ parameters = [] }: Operation) {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = inQuery.map(({ name, required, schema }) => {
    const value = fc.oneof({ weight: 3, arbitrary: valid(name, schema).map(String) }, hostileText);
    return fc.option(
      value.map((text) => `${name}=${encodeURIComponent(text.toWellFormed().slice(0, 2000))}`),
      { nil: '', freq: required ? 10 : 2 },
    );
  });
  const extra = rarely(fc.constantFrom('a=b', '=', '%', '&&', '__proto__=1', 'id=1&id=2', '?'));
  return fc.tuple(...pairs, extra).map((parts) => {
    const query = parts.filter(Boolean).join('&');
    return query && `?${query}`;
  });
}

type Content = { type: string | undefined; body: string };

function contentOf({ requestBody }: Operation): fc.Arbitrary<Content> {
  const junk = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ type: undefined, body: '' }) },
    fc.constant({ type: 'application/json', body: '{"a":1}' }),
    hostileText.map((text) => ({ type: 'text/plain', body: latin1(text) })),
  );
  if (!requestBody) return junk;
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content;
  const object = fc.oneof(
    { weight: 2, arbitrary: valid('', json?.schema ?? {}) },
    { weight: 5, arbitrary: mutated(json?.schema ?? {}) },
    hostileValue,
  );
  const text = fc.tuple(object, rarely(corruption)).map(([value, corrupt]) => {
    const text = latin1(withRawNumbers(JSON.stringify(value) ?? ''));
    return corrupt ? corrupt(text) : text;
  });
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    fc.constantFrom(
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'application/json, text/html',
      '',
    ),
  );
  return fc.oneof({ weight: 9, arbitrary: fc.record({ type, body: text }) }, junk, {
    weight: form ? 4 : 0,
    arbitrary: multipart,
  });
}

/** Returns a valid object with one to three changes: another value, a missing key, an additional key. */
function mutated(schema: JsonSchema) {
  const key = fc.constantFrom(...Object.keys(schema.properties ?? {}), 'x');
  const almost = Object.entries(schema.properties ?? {}).map(([key, property]) =>
    fc.record({ key: fc.constant(key), value: almostValid(property) }),
  );
  const change = fc.oneof(
    ...almost,
    fc.record({ key, value: hostileValue }),
    fc.record({ key, value: fc.constant(undefined) }),
    fc.record({ key: hostileKey, value: hostileValue }),
  );
  return fc
    .tuple(valid('', schema), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([object, changes]) => {
      const entries = Object.entries(object as object);
      for (const { key, value } of changes) entries.push([key, value]);
      // Unlike an assignment, this also sets __proto__.
      return Object.fromEntries(entries);
    });
}

const corruption = fc.constantFrom<(text: string) => string>(
  (text) => text.slice(0, -1),
  (text) => `${BYTE_ORDER_MARK}${text}`,
  (text) => `${text}${text}`,
  (text) => text.replace('{', '{"a":1,"a":2,'),
  (text) => text.replace('{', '{"__proto__":{"user_type":"admin"},'),
  (text) => text.replace('"', '"\xff\xfe'),
  (text) => `${'['.repeat(2000)}${text}${']'.repeat(2000)}`,
);

const BYTE_ORDER_MARK = '\xef\xbb\xbf';

const multipart: fc.Arbitrary<Content> = fc
  .record({
    name: fc.constantFrom('file', 'file', 'FILE', 'x', '__proto__'),
    file: fc.oneof(fc.constant(TINY_GIF.toString('latin1')), hostileText.map(latin1)),
    end: fc.constantFrom('--', '--', '', '\r\n'),
    boundary: fc.constantFrom('x', 'x', 'y'),
  })
  .map(({ name, file, end, boundary }) => ({
    type: 'multipart/form-data; boundary=x',
    body: `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${file}\r\n--x${end}\r\n`,
  }));

function latin1(text: string) {
  return Buffer.from(text).toString('latin1');
}

function rarely<T>(arbitrary: fc.Arbitrary<T>) {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}
