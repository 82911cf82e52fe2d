import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { app } from '#app';
import type { ServerFeature } from '#server/feature.ts';
import type { Access, Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import { hasParams } from '#shared/path.ts';

const failure = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'A message for the user.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with which field of the request.',
    },
  },
};

/** The tags of the kit's endpoints. An endpoint gets the tag that lists its first path segment after `/api/`. */
const kitTags = [
  { name: 'auth', segments: ['auth'], description: 'Accounts, sessions and passwords.' },
  {
    name: 'files',
    segments: ['upload', 'file'],
    description: 'Photos and their smaller versions.',
  },
  {
    name: 'sync',
    segments: ['changes'],
    description: 'Changes to a person’s data, for devices that keep a copy.',
  },
  {
    name: 'export',
    segments: ['export', 'import'],
    description: 'All own data as one file, and adding such a file to an account.',
  },
  { name: 'admin', segments: ['admin'], description: 'What only admins may see.' },
  {
    name: 'service',
    segments: ['health', 'ready', 'openapi.json', 'client-errors'],
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

type Described = Pick<ServerFeature, 'name' | 'description' | 'endpoints'>;

/** Describes the contract as OpenAPI 3.1, from its schemas. A feature's endpoints get its name as tag. */
export function openApiDocument(version: string, features: Described[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  const describe = (name: string, endpoint: Endpoint, tag: string) => {
    const path = openApiPath(endpoint.path);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, tag),
    };
  };
  for (const [name, endpoint] of Object.entries<Endpoint>(kit))
    describe(name, endpoint, kitTagOf(endpoint));
  for (const feature of features)
    for (const [name, endpoint] of Object.entries(feature.endpoints))
      describe(name, endpoint, feature.name);
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
    tags: [...kitTags, ...features].map(({ name, description }) => ({ name, description })),
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

/** Returns a path of the contract as OpenAPI writes it: `/api/items/{id}`. */
export const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function kitTagOf({ path }: Endpoint) {
  const segment = path.split('/')[2] ?? '';
  const tag = kitTags.find(({ segments }) => segments.includes(segment));
  if (!tag) throw new Error(`${path} has no tag: add its first segment to one in kitTags.`);
  return tag.name;
}

function operation(name: string, endpoint: Endpoint, tag: string) {
  const { summary, access, body, multipart } = endpoint;
  return {
    operationId: name,
    summary,
    description: `${summary}. ${ACCESS_DESCRIPTIONS[access]}`,
    tags: [tag],
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
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
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

type Response = { description: string; content?: Record<string, { schema: object }> };

function responses(endpoint: Endpoint): Record<string, Response> {
  const { response, status, access, body, path, errors } = endpoint;
  const isPublic = access === 'public' || access === 'signature';
  const descriptions: Record<number, string | undefined> = {
    400: 'The request cannot be read or is not valid; `fields` says which field is wrong.',
    ...(!isPublic && { 401: 'No session, or one that has ended.' }),
    ...(access === 'admin' && { 403: 'Not an admin.' }),
    ...(hasParams(path) && { 404: 'Not found.' }),
    ...(body && {
      408: 'The body took too long to arrive.',
      413: 'Too large.',
      415: 'Unsupported media type.',
    }),
    ...(path.startsWith('/api/auth/') && body && { 429: 'Too many attempts; see Retry-After.' }),
    500: 'An unexpected failure.',
    503: 'Unavailable for the moment; see Retry-After.',
    ...errors,
  };
  return {
    [status ?? 200]: { description: 'Done', content: content(response) },
    ...(response === 'image' && {
      304: { description: 'Unchanged since the version that If-None-Match names.' },
    }),
    ...Object.fromEntries(
      Object.entries(descriptions).map(([code, description = '']) => [
        code,
        errorResponse(description, code === '409' ? endpoint.conflict : undefined),
      ]),
    ),
  };
}

function errorResponse(description: string, conflict: GenericSchema | undefined) {
  const failure = { $ref: '#/components/schemas/Failure' };
  const body = conflict ? { allOf: [failure, schema(conflict)] } : failure;
  return { description, content: { 'application/json': { schema: body } } };
}

function content(response: Endpoint['response']) {
  if (response === 'image') return contentOf('image/*', bytes('image/*'));
  if (response === 'archive') return contentOf('application/zip', bytes('application/zip'));
  if (response === 'events') return contentOf('text/event-stream', { type: 'string' });
  if (response === 'document') return contentOf('application/json', { type: 'object' });
  const { properties = {}, required = [], ...rest } = schema(response);
  return contentOf('application/json', {
    ...rest,
    properties: { success: { const: true }, ...properties },
    required: ['success', ...required],
  });
}

const contentOf = (type: string, schema: object) => ({ [type]: { schema } });

const bytes = (type: string) => ({ type: 'string', contentMediaType: type });

/**
 * Converts a schema to JSON Schema, which cannot express rules such as trimming. Addresses in items have no `format`: it
 * would exclude an empty one, one in other scripts, and one without scheme that is completed.
 */
function schema(of: GenericSchema) {
  const { $schema: _, ...description } = toJsonSchema(of, {
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return description;
}
