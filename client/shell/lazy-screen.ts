import { type ComponentType, createElement, use } from 'react';

export type Screen = ComponentType & { load: () => Promise<unknown> };

/** No network, or a deploy since this page was opened has replaced the file. */
export class ScreenCodeMissing extends Error {}

type ScreenModule = { default: ComponentType };

/**
 * A screen whose code arrives when it is first needed. Once `load` has finished it renders without
 * suspending, which is what prerendering and hydration need and React.lazy does not promise.
 */
export function lazyScreen(importScreen: () => Promise<ScreenModule>): Screen {
  let loaded: ScreenModule | undefined;
  let loading: Promise<ScreenModule> | undefined;
  let failed = false;

  /** Tries again after a failure. Rendering does not, or it would try for ever. */
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
