import { currentPath } from '#client/shell/navigate.ts';
import { localDatabase } from '#client/sync/current-sync.ts';
import { createQueue } from '#client/sync/in-turn.ts';
import { hasShared } from '#client/sync/shared-content.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { toast } from '#client/toasts/toast.ts';
import type { ShownKind } from './kind-context.ts';
import { readShareRequest } from './launch-params.ts';

/** Runs one after the other, so that shared content becomes only one draft. */
const afterOthers = createQueue();

/**
 * Turns content that other apps shared, even before this user signed in, into drafts, if this screen is the share
 * target. Opens the last draft if the address says that its content was shared just now.
 */
export function openShared(
  shown: ShownKind,
  sync: UserSync,
  open: (draft: { id: string }) => void,
) {
  const request = readShareRequest();
  const path = currentPath();
  if (request === 'lost') toast(shown.messages.toasts.shareLost);
  void afterOthers(async () => {
    const last = await take(shown, sync, path).catch(
      (error) => void console.error('Sharing failed', error),
    );
    if (last && request === 'received') open(last);
  });
}

/** Takes shared content. Loads the code for that only if there is any. */
async function take(shown: ShownKind, sync: UserSync, path: string) {
  if (!(await hasShared(await localDatabase()))) return undefined;
  const { takeShared } = await import('./take-shared.ts');
  return takeShared(shown, sync, path);
}
