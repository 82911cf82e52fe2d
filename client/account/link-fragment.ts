import { useEffect, useState } from 'react';

export type LinkFragment = Record<string, string>;

/**
 * Returns the parameters in the fragment of an email link. They are removed from the address bar, so
 * that no screenshot or shared address reveals the token, and kept in the history entry, so that
 * reloading and going back still work.
 */
export function useLinkFragment(): LinkFragment {
  const [fragment, setFragment] = useState(readLinkFragment);
  useEffect(() => {
    hideLinkFragment();
    // A second link pasted into the same tab changes only the fragment, without a page load.
    function update() {
      if (!hasParameters()) return;
      setFragment(readLinkFragment());
      hideLinkFragment();
    }
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return fragment;
}

/** Returns the parameters from the address or, once they are hidden, from the history entry. */
export const readLinkFragment = (): LinkFragment =>
  hasParameters()
    ? Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
    : (globalThis.history?.state?.link ?? {});

/** Moves the parameters from the address to the history entry. */
export function hideLinkFragment() {
  if (!hasParameters()) return;
  const state = { ...history.state, link: readLinkFragment() };
  history.replaceState(state, '', location.pathname + location.search);
}

/** Removes a used link from the history entry, so that a reload does not try it again. */
export function clearLinkFragment() {
  history.replaceState({ ...history.state, link: undefined }, '');
}

/** Returns the token of a complete password reset link. */
export function recoveryToken({ access_token, refresh_token, type }: LinkFragment) {
  return refresh_token && type === 'recovery' ? access_token : undefined;
}

/** Tells link parameters from #main, the skip link target. There is no address while the page is prerendered. */
const hasParameters = () => globalThis.location?.hash.includes('=') ?? false;
