import { useEffect, useState } from 'react';

export type LinkFragment = Record<string, string>;

/**
 * What the link of a letter carries behind the #. It leaves the address bar as soon as it is read,
 * so that no screenshot or shared address gives it away; the entry of this tab's history keeps it,
 * so that a reload or the way back finds it again.
 */
export function useLinkFragment(): LinkFragment {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    moveFragment();
    // A second link pasted into the same tab changes only the fragment: no page load follows.
    function follow() {
      if (!carriesLink()) return;
      setFragment(readFragment());
      moveFragment();
    }
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return fragment;
}

/** Once it is used up, a reload need not try it again. */
export function forgetLinkFragment() {
  history.replaceState({ ...history.state, link: undefined }, '');
}

const readFragment = (): LinkFragment =>
  carriesLink()
    ? Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
    : (history.state?.link ?? {});

/** Not so #main, where the skip link goes. */
const carriesLink = () => location.hash.includes('=');

function moveFragment() {
  if (!carriesLink()) return;
  const state = { ...history.state, link: readFragment() };
  history.replaceState(state, '', location.pathname + location.search);
}
