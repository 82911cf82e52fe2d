import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { defineGlobals } from './fake-browser.ts';

/** Mounts a component that uses a hook and has no elements. Returns a function that unmounts it. */
export function runHook(hook: () => unknown) {
  const page = Object.assign(new EventTarget(), {
    nodeType: 9,
    documentElement: document.documentElement,
    visibilityState: 'visible',
  });
  // React asks whether the focus is in a frame.
  defineGlobals({ document: page, HTMLIFrameElement: class {} });
  const container = Object.assign(new EventTarget(), {
    nodeType: 1,
    tagName: 'DIV',
    ownerDocument: page,
  });
  const root = createRoot(container as unknown as Element);
  function Component() {
    hook();
    return null;
  }
  flushSync(() => root.render(createElement(Component)));
  return () => flushSync(() => root.unmount());
}
