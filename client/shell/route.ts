import { type ComponentType, createElement, use } from 'react';

/** anyone: also signed in. signed-out: sends a signed-in user to /. */
export type Access = 'anyone' | 'signed-out' | 'signed-in' | 'admin';

export type Route = {
  /** The whole path, which cannot contain parameters: each screen is built as one page. */
  path: string;
  /** The screen's source file, from the repository's root. The build preloads its code on the page. */
  source: string;
  screen: Screen;
  access: Access;
  title: string;
  description: string;
  /**
   * static: HTML with the screen, and the app is loaded when somebody begins to use the page. form: the same, but the
   * HTML is that of a first visit; the app is loaded at once if something is stored that the form may show. page: HTML
   * with the screen as on a first visit, and the app follows. shell: only the HTML of the frame around the screen.
   */
  prerender: 'static' | 'form' | 'page' | 'shell';
};

// Paths that the server answers itself, and the page for unknown paths.
const RESERVED_PATH = /^\/(api|dev|metrics|\.well-known|404)(\/|$)/;

/** Maps each path to its screen. Throws if two screens have the same path or one has a reserved path. */
export function mapByPath(routes: readonly Route[]): Map<string, Route> {
  const byPath = new Map<string, Route>();
  for (const route of routes) {
    const { path } = route;
    if (byPath.has(path)) throw new Error(`Two screens have the path ${path}: rename one.`);
    if (RESERVED_PATH.test(path))
      throw new Error(`A screen has the path ${path}, which is reserved: rename it.`);
    byPath.set(path, route);
  }
  return byPath;
}

export type Screen = ComponentType & { load: () => Promise<unknown> };

/** The screen's code could not be loaded: no network, or a deploy has replaced the file. */
export class ScreenCodeMissing extends Error {}

type ScreenModule = { default: ComponentType };

/**
 * Makes a screen whose code is loaded when it is first needed. After `load` has finished it renders
 * without suspending, which prerendering and hydration need and React.lazy does not promise.
 */
export function lazyScreen(importScreen: () => Promise<ScreenModule>): Screen {
  let loaded: ScreenModule | undefined;
  let loading: Promise<ScreenModule> | undefined;
  let failed = false;

  /** Tries again after a failure. Rendering does not, because it would try forever. */
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

  return Object.assign(() => createElement((loaded ?? use(loading ?? load())).default), { load });
}
