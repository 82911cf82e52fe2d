import { createElement, type FunctionComponent, use } from 'react';
import { hasParams, matchPath, type Params, sortPaths } from '#shared/path.ts';
import type { PlainPath, RoutePath } from '#shared/paths.ts';

/** anyone: with or without a session. signed-out: redirects a signed-in user to /. */
export type Access = 'anyone' | 'signed-out' | 'signed-in' | 'admin';

export type Route = {
  /** The whole path. It is declared in the contract (shared/paths.ts or a feature's contract). */
  path: string;
  /** The screen's source file, from the repository's root. The build preloads its code on the page. */
  source: string;
  screen: Screen<{ params: never }>;
  access: Access;
  title: string;
  description: string;
  /**
   * static: HTML with the screen; the app is loaded when somebody starts to use the page. form: the same, but with the
   * HTML of a first visit; the app is loaded at once if stored data may change the form. page: HTML with the screen as
   * on a first visit; the app is loaded right after it. shell: only the HTML of the frame around the screen, which is
   * the same for all parameter values.
   */
  prerender: 'static' | 'form' | 'page' | 'shell';
};

/** A route whose screen takes the parameters of its path. */
export type RouteOf<Path extends string> = Omit<Route, 'path' | 'screen' | 'prerender'> & {
  path: Path;
  screen: Screen<{ params: Params<Path> }>;
  prerender: Path extends `${string}/:${string}` ? 'shell' : Route['prerender'];
};

/** A route with a path from the contract. */
export type AppRoute = RouteOf<PlainPath> | RoutesWithParams[PathWithParams];

type PathWithParams = Exclude<RoutePath, PlainPath>;
type RoutesWithParams = { [Path in PathWithParams]: RouteOf<Path> };

/** What a feature may replace on the home and About pages, by path. */
export type PublicPages = Partial<
  Record<'/' | '/about', Pick<RouteOf<'/'>, 'source' | 'screen'> & { description?: string }>
>;

// Paths that the server handles itself, and the page for unknown paths.
const RESERVED_PATH = /^\/(api|dev|metrics|\.well-known|404)(\/|$)/;

/**
 * Returns a function that finds the route and parameters of a path in the form that browsers send. Throws if two
 * screens have the same path or one has a reserved path.
 */
export function createFinder(routes: readonly Route[]) {
  const byPath = new Map<string, Route>();
  const shapes = new Set<string>();
  for (const route of routes) {
    const { path } = route;
    const shape = path.replace(/:\w+/g, ':');
    if (shapes.has(shape)) throw new Error(`Two screens have the path ${path}: rename one.`);
    if (RESERVED_PATH.test(path))
      throw new Error(`A screen has the path ${path}, which is reserved: rename it.`);
    shapes.add(shape);
    byPath.set(path, route);
  }
  const withParams = sortPaths([...byPath.keys()].filter(hasParams));

  return (path: string): { route: Route; params: Record<string, string> } | undefined => {
    for (const pattern of byPath.has(path) ? [path] : withParams) {
      const params = matchPath(pattern, path);
      const route = byPath.get(pattern);
      if (params && route) return { route, params };
    }
    return undefined;
  };
}

/** Code that is loaded when it is first needed. */
export type LazyCode = { load: () => Promise<unknown>; isLoaded: () => boolean };

/** A screen component whose code `load` loads. */
type Screen<Props> = FunctionComponent<Props> & LazyCode;

/** The screen's code could not be loaded: no network, or a deploy has replaced the file. */
export class ScreenCodeMissing extends Error {}

type ScreenModule<Props> = { default: FunctionComponent<Props> };

/**
 * Creates a screen whose code is loaded when it is first needed. After `load` has finished it renders without
 * suspending, which prerendering and hydration need and React.lazy does not promise.
 */
export function lazyScreen<Props extends object>(
  importScreen: () => Promise<ScreenModule<Props>>,
): Screen<Props> {
  let loaded: ScreenModule<Props> | undefined;
  let loading: Promise<ScreenModule<Props>> | undefined;
  let failed = false;

  /** Tries again after a failure. Rendering does not retry, because it would retry forever. */
  function load() {
    if (!loading || failed) loading = fetchScreen();
    return loading;
  }

  async function fetchScreen() {
    failed = false;
    try {
      loaded = await importScreen();
      return loaded;
    } catch (cause) {
      failed = true;
      throw new ScreenCodeMissing('The code of this screen could not be loaded.', { cause });
    }
  }

  const Lazy = (props: Props) => createElement((loaded ?? use(loading ?? load())).default, props);
  return Object.assign(Lazy, { load, isLoaded: () => loaded !== undefined });
}
