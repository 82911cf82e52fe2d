import type { GenericSchema } from 'valibot';

/**
 * public: anyone. session: a signed-in person. admin: a signed-in admin.
 * recovery: the holder of a reset link. signature: the holder of a signed address.
 */
export type Access = 'public' | 'session' | 'admin' | 'recovery' | 'signature';

/** The names of the parameters in a path: `path` of `/api/file/url/{path}`. */
export type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` stands for one path segment. */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  body?: GenericSchema;
  query?: GenericSchema;
  /** Beside `success: true`; 'image' stands for the bytes of a picture, 'document' for any other JSON. */
  response: GenericSchema | 'image' | 'document';
  /** When it is not 200. */
  status?: 201;
  /** A file instead of JSON may be sent, as the field `file` of a form. */
  multipart?: true;
  /** Describes when the endpoint answers with an error status that does not follow from access, path and body. */
  errors?: Readonly<Record<number, string>>;
  /** What a 409 carries beside `error`: the current state of what the request wanted to change. */
  conflict?: GenericSchema;
  /** What the client shows when the call failed without a message of its own. */
  fallbackError?: string;
};

/**
 * Declares endpoints with their exact types. A mistake in one of them is a type error there and nowhere else: for the
 * rest of the code the endpoint counts as complete.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoints<const E extends Record<string, object>>(
  endpoints: E & { [Name in keyof E]: Endpoint },
) {
  return endpoints as unknown as { [Name in keyof E]: Complete<E[Name]> };
}

type Complete<E> = E extends Endpoint
  ? E
  : // biome-ignore lint/suspicious/noExplicitAny: Fits everywhere, so that nothing else is reported.
    Omit<Endpoint, keyof E | 'access'> & E & { access: any };
