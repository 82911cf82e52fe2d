import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { app } from '#app';
import type { Access, Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';

const failure = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'One sentence a person can read.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with which field of the request.',
    },
  },
};

/** Each takes the calls below `/api/` that begin with one of its segments. */
const tags = [
  { name: 'auth', segments: ['auth'], description: 'Accounts, sessions and passwords.' },
  { name: 'notes', segments: ['notes'], description: 'The notes of the signed-in person.' },
  {
    name: 'files',
    segments: ['upload', 'file'],
    description: 'Photos and their smaller versions.',
  },
  { name: 'admin', segments: ['admin'], description: 'What only admins may see.' },
  {
    name: 'service',
    segments: ['health', 'ready', 'openapi.json'],
    description: 'The state and the description of the service.',
  },
];

const ACCESS_DESCRIPTIONS: Record<Access, string> = {
  public: 'Open to anyone.',
  session: 'Needs the session of a signed-in person.',
  admin: 'Needs the session of an admin.',
  recovery: 'Needs the access token of a reset link.',
  signature: 'Needs a signed address, and no session.',
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
    info: {
      title: `${app.name} API`,
      version,
      description: app.description,
      contact: { name: app.name, email: app.supportEmail },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tags.map(({ name, description }) => ({ name, description })),
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
    description: `${summary}. ${ACCESS_DESCRIPTIONS[access]}`,
    tags: tagsOf(path),
    security: security(access),
    'x-access': access,
    ...(parameters(endpoint).length > 0 && { parameters: parameters(endpoint) }),
    ...(body && { requestBody: requestBody(body, multipart) }),
    responses: responses(endpoint),
  };
}

function tagsOf(path: string) {
  const segment = path.split('/')[2] ?? '';
  return tags.filter(({ segments }) => segments.includes(segment)).map(({ name }) => name);
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

function responses(endpoint: Endpoint) {
  const { answer, status, access, body, path, errors } = endpoint;
  const isPublic = access === 'public' || access === 'signature';
  const descriptions: Record<number, string | undefined> = {
    400: 'The request cannot be read or is not valid; `fields` says which field is wrong.',
    ...(!isPublic && { 401: 'No session, or one that has ended.' }),
    ...(access === 'admin' && { 403: 'Not an admin.' }),
    ...(path.includes('{') && { 404: 'Not there, or not yours.' }),
    ...(body && {
      408: 'The body took too long to arrive.',
      413: 'Too large.',
      415: 'Not a type this call takes.',
    }),
    ...(path.startsWith('/api/auth/') && body && { 429: 'Too many attempts; see Retry-After.' }),
    500: 'An unexpected failure.',
    503: 'Unavailable for the moment; see Retry-After.',
    ...errors,
  };
  return {
    [status ?? 200]: { description: 'Done', content: content(answer) },
    ...(answer === 'image' && {
      304: { description: 'Unchanged since the version that If-None-Match names.' },
    }),
    ...Object.fromEntries(
      Object.entries(descriptions).map(([code, description = '']) => [
        code,
        refused(description, code === '409' ? endpoint.conflict : undefined),
      ]),
    ),
  };
}

function refused(description: string, conflict: GenericSchema | undefined) {
  const failure = { $ref: '#/components/schemas/Failure' };
  const body = conflict ? { allOf: [failure, schema(conflict)] } : failure;
  return { description, content: { 'application/json': { schema: body } } };
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
