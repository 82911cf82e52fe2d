import { tryDecodeURIComponent } from 'hono/utils/url';
import { hasParams } from '#shared/path.ts';
import type { Exchange, Reply } from './responses.ts';

/** Handles a request. `params` are the decoded parameters of its path. */
export type Handler = (
  exchange: Exchange,
  params: Record<string, string>,
) => Reply | Promise<Reply>;

export type Router = ReturnType<typeof createRouter>;

/** Finds the handler of a request by its method and path. Paths are written as in the contract: `/items/:id`. */
export function createRouter() {
  const routes: { method: string; path: string; pattern: RegExp; handle: Handler }[] = [];
  // Most paths have no parameters and need no pattern.
  const fixed = new Map<string, Handler>();

  return {
    routes,

    add(method: string, path: string, handle: Handler) {
      routes.push({ method, path, pattern: pathPattern(path), handle });
      if (!hasParams(path)) fixed.set(`${method} ${path}`, handle);
    },

    find(requestMethod: string | undefined, path: string) {
      const method = requestMethod === 'HEAD' ? 'GET' : requestMethod;
      const handle = fixed.get(`${method} ${path}`);
      if (handle) return { handle, params: {} };
      for (const route of routes) {
        const found = route.method === method && route.pattern.exec(path);
        if (found) return { handle: route.handle, params: decoded(found.groups ?? {}) };
      }
      return undefined;
    },

    /** Returns the methods that a path supports. */
    methodsAt: (path: string) =>
      routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
  };
}

/** Returns a pattern for a path in the contract, with a group for each parameter. */
export const pathPattern = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** Decodes parameters. Bytes that are not valid UTF-8 stay encoded, and match nothing. */
const decoded = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, tryDecodeURIComponent(value)]),
  );
