import { useEffect, useState } from 'react';

export type LinkFragment = Record<string, string>;

/**
 * What the link of a letter carries behind the #. It leaves the address bar as soon as it is read,
 * so that no history, screenshot or shared address gives it away.
 */
export function useLinkFragment(): LinkFragment {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    removeFragment();
    // A second link pasted into the same tab changes only the fragment: no page load follows.
    function follow() {
      if (!carriesLink()) return;
      setFragment(readFragment());
      removeFragment();
    }
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return fragment;
}

const readFragment = (): LinkFragment =>
  Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** Not so #main, where the skip link goes. */
const carriesLink = () => location.hash.includes('=');

function removeFragment() {
  if (carriesLink()) history.replaceState(history.state, '', location.pathname + location.search);
}
