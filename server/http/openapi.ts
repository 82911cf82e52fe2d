import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { app } from '#app';
import { type Access, type Endpoint, endpoints } from '#shared/endpoints.ts';

const failure = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'One sentence a person can read.' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** The contract as OpenAPI 3.1, made from the schemas that validate. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] ??= {};
    (paths[endpoint.path] as object as Record<string, object>)[endpoint.method.toLowerCase()] =
      operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${app.name} API`, version, description: app.description },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
        recovery: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of a reset link.',
        },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint) {
  const { summary, access, body, multipart, path } = endpoint;
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[2]],
    security: security(access),
    'x-access': access,
    ...(parameters(endpoint).length > 0 && { parameters: parameters(endpoint) }),
    ...(body && { requestBody: requestBody(body, multipart) }),
    responses: responses(endpoint),
  };
}

function security(access: Access) {
  if (access === 'recovery') return [{ recovery: [] }];
  return access === 'session' || access === 'admin' ? [{ session: [] }] : [];
}

function parameters({ path, query }: Endpoint) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query ? schema(query) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function requestBody(body: GenericSchema, multipart: boolean | undefined) {
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  };
  return {
    required: true,
    content: {
      'application/json': { schema: schema(body) },
      ...(multipart && { 'multipart/form-data': { schema: form } }),
    },
  };
}

function responses({ answer, status, access, body, path, multipart, limited }: Endpoint) {
  const refused = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
  const isPublic = access === 'public' || access === 'signature';
  return {
    [status ?? 200]: { description: 'Done', content: content(answer) },
    ...(body && {
      400: refused('Bad input; `fields` says which.'),
      408: refused('The body took too long to arrive.'),
      413: refused('Too large.'),
      415: refused('Not a type this call takes.'),
    }),
    ...(!isPublic && { 401: refused('No session, or one that has ended.') }),
    ...(access === 'admin' && { 403: refused('Not an admin.') }),
    ...(limited && { 403: refused('A limit of this person is reached; `error` names it.') }),
    ...(path.includes('{') && { 404: refused('Not there, or not yours.') }),
    ...(path === endpoints.updateNote.path &&
      body && { 409: refused('Changed in the meantime; `note` is the current one.') }),
    ...(path.startsWith('/api/auth/') &&
      body && { 429: refused('Too many attempts; see Retry-After.') }),
    ...(multipart && { 429: refused('Too many uploads at once; see Retry-After.') }),
    ...((multipart || answer === 'image') && {
      503: refused('Too many photos at once, or the file store is away; see Retry-After.'),
    }),
  };
}

function content(answer: Endpoint['answer']) {
  if (answer === 'image')
    return { 'image/*': { schema: { type: 'string', contentMediaType: 'image/*' } } };
  if (answer === 'document') return { 'application/json': { schema: { type: 'object' } } };
  const { properties = {}, required = [], ...rest } = schema(answer);
  return {
    'application/json': {
      schema: {
        ...rest,
        properties: { success: { const: true }, ...properties },
        required: ['success', ...required],
      },
    },
  };
}

/** Rules that JSON Schema cannot say, such as trimming, are left out of the description. */
function schema(of: GenericSchema) {
  const { $schema: _, ...description } = toJsonSchema(of, {
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return description;
}
