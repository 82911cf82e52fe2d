import type { GenericSchema } from 'valibot';

/**
 * Who may call an endpoint. public: anyone. session: a signed-in user. admin: a signed-in admin. recovery: the holder
 * of a reset link. signature: the holder of a signed URL.
 */
export type Access = 'public' | 'session' | 'admin' | 'recovery' | 'signature';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path. `:name` is a parameter of one segment. */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  body?: GenericSchema;
  query?: GenericSchema;
  /**
   * The response body without `success: true`. 'image' means the bytes of a picture, 'archive' a ZIP file, 'document'
   * any other JSON, 'events' a stream of server-sent events.
   */
  response: GenericSchema | 'image' | 'archive' | 'document' | 'events';
  /** The status on success, if it is not 200. */
  status?: 201;
  /** Maximum body size, if not the default. */
  bodyMaxBytes?: number;
  /** The request may be a form with a file in its field `file` instead of JSON. */
  multipart?: true;
  /** Descriptions of the error statuses that do not follow from access, path and body. */
  errors?: Readonly<Record<number, string>>;
  /** Extra fields of a 409: the current state of what the request tried to change. */
  conflict?: GenericSchema;
  /** The message that the client shows if the error response has none. */
  fallbackError?: string;
};

/**
 * Declares endpoints with their exact types. A mistake in one of them is a type error at that endpoint only: the rest
 * of the code treats it as complete.
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
