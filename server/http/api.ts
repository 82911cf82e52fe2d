import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Callers, Guards } from '#server/auth/guard.ts';
import type { Config } from '#server/config.ts';
import { badFields, methodNotAllowed, notFound } from '#server/errors.ts';
import type { Log } from '#server/log.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from '#shared/endpoints.ts';
import { validate } from '#shared/validate.ts';
import { clientAddress } from './address.ts';
import { answerTo, json, type Reply } from './answers.ts';
import { readBody } from './body.ts';
import { PagedAnswer } from './paged-answer.ts';
import { createUploadLimits, type Upload } from './upload-limits.ts';

export type App = Hono<{ Bindings: HttpBindings }>;
export type AppContext = Context<{ Bindings: HttpBindings }>;

/** What a handler is given: everything the contract promises, already checked. */
export type Call<E extends Endpoint> = {
  caller: Callers[E['access']];
  body: E extends { body: infer Body extends GenericSchema } ? InferOutput<Body> : undefined;
  query: E extends { query: infer Query extends GenericSchema } ? InferOutput<Query> : undefined;
  params: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Whom to count attempts against. */
  address: string;
} & (E extends { multipart: true } ? { file: Uint8Array | undefined } : unknown);

type Answer<E extends Endpoint> = E['answer'] extends GenericSchema
  ? InferInput<E['answer']> | PagedAnswer<InferInput<E['answer']>>
  : E['answer'] extends 'image'
    ? Reply
    : object;

/** The one way to mount a call: by its name in the contract, behind the access declared there. */
export type Api = {
  handle<Name extends EndpointName>(
    name: Name,
    handler: (
      call: Call<Endpoints[Name]>,
    ) => Answer<Endpoints[Name]> | Promise<Answer<Endpoints[Name]>>,
  ): void;
  /** Answers a request under /api that no call takes: 405 where another method would do, else 404. */
  handleUnmatched(c: AppContext): Promise<Response>;
};

export function createApi(
  app: App,
  {
    guards,
    log,
    config,
  }: { guards: Guards; log: Log; config: Pick<Config, 'trustedProxies' | 'limits'> },
): Api {
  const uploads = createUploadLimits(config.limits);
  return {
    handle(name, handler) {
      const endpoint: Endpoint = endpoints[name];
      const guard = guards[endpoint.access];
      if (!guard) throw new Error(`${endpoint.method} ${endpoint.path} declares no access.`);

      app.on(endpoint.method, honoPath(endpoint), (c) =>
        answerTo(c, log, async () => {
          const request = c.env.incoming;
          const caller = await guard(request);
          using upload = endpoint.multipart ? uploads.begin(userIdOf(caller)) : undefined;
          const call = {
            caller,
            query: endpoint.query && checked(endpoint.query, c.req.query()),
            params: c.req.param(),
            headers: request.headers,
            get address() {
              return clientAddress(request, config.trustedProxies);
            },
            ...(endpoint.body && (await bodyOf(c, endpoint, endpoint.body, upload))),
          };
          const answer = await handler(call as never);
          if (endpoint.answer === 'image') return answer as Reply;
          if (answer instanceof PagedAnswer) return answer.toReply();
          return json(endpoint.status ?? 200, withSuccess(endpoint, answer as object));
        }),
      );
    },

    handleUnmatched: (c) =>
      answerTo(c, log, async () => {
        const allowed = methodsAt(c.req.path);
        throw allowed.length > 0 ? methodNotAllowed(allowed) : notFound();
      }),
  };
}

async function bodyOf(
  c: AppContext,
  endpoint: Endpoint,
  schema: GenericSchema,
  upload: Upload | undefined,
) {
  const body = await readBody(c.env.incoming, endpoint, upload);
  return 'file' in body ? body : { body: checked(schema, body.json) };
}

/** Uploading needs a session, so that it can be counted per person. */
function userIdOf(caller: Callers[keyof Callers]) {
  if (caller && 'user' in caller) return caller.user.id;
  throw new Error('A call that takes files must have access "session" or "admin".');
}

function checked(schema: GenericSchema, input: Record<string, unknown>) {
  const result = validate(schema, input);
  if (!result.valid) throw badFields(result.fields);
  return result.value;
}

function withSuccess(endpoint: Endpoint, answer: object) {
  return endpoint.answer === 'document' ? answer : { success: true, ...answer };
}

function methodsAt(path: string) {
  return Object.values<Endpoint>(endpoints)
    .filter((endpoint) => patternOf(endpoint).test(path))
    .map(({ method }) => method);
}

const patternOf = ({ path }: Endpoint) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

function honoPath(endpoint: Endpoint) {
  return endpoint.path.replace(/\{(\w+)\}/g, ':$1');
}
