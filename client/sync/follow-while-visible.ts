import type { ItemKind } from '#shared/items.ts';
import type { UserSync } from './user-sync.ts';

/**
 * Follows the server's changes of a kind while the page is visible. A screen calls it once for each kind that it shows.
 * Returns a function that stops following.
 */
export function followWhileVisible(sync: UserSync, kind: ItemKind) {
  let following: AbortController | undefined;
  let isOpening = true;
  function update() {
    following?.abort();
    following = undefined;
    if (document.visibilityState !== 'visible') return;
    following = new AbortController();
    void sync.follow(kind, following.signal, isOpening);
    isOpening = false;
  }
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    following?.abort();
    document.removeEventListener('visibilitychange', update);
  };
}
