import { useEffect, useState } from 'react';

export type LinkFragment = Record<string, string>;

/**
 * Returns the parameters in the fragment of an email link. They are removed from the address bar, so
 * that no screenshot or shared address reveals the token, and kept in the history entry, so that
 * reloading and going back still work.
 */
export function useLinkFragment(): LinkFragment {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    moveFragment();
    // A second link pasted into the same tab changes only the fragment, without a page load.
    function update() {
      if (!hasParameters()) return;
      setFragment(readFragment());
      moveFragment();
    }
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return fragment;
}

/** Removes a used link from the history entry, so that a reload does not try it again. */
export function clearLinkFragment() {
  history.replaceState({ ...history.state, link: undefined }, '');
}

const readFragment = (): LinkFragment =>
  hasParameters()
    ? Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
    : (history.state?.link ?? {});

/** Tells link parameters from #main, the target of the skip link. */
const hasParameters = () => location.hash.includes('=');

function moveFragment() {
  if (!hasParameters()) return;
  const state = { ...history.state, link: readFragment() };
  history.replaceState(state, '', location.pathname + location.search);
}
