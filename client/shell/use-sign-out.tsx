import { useContext, useState } from 'react';
import { PrefetchContext } from '#client/components/app-link.tsx';
import { LOADING_GRACE_MS } from '#client/constants.ts';
import { asksBeforeLeaving } from '#client/page/leaving.ts';
import { countUnsent, isNothing, type Unsent } from '#client/sync/unsent.ts';
import { within } from '#client/time-limit.ts';
import { signOutAndGoHome } from './sign-out.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/**
 * Returns a function that signs out, or asks first if that would delete changes or drafts that are only on this device,
 * and the dialog that asks.
 */
export function useSignOut(userId: string) {
  const [unsent, setUnsent] = useState<Unsent>();
  const prefetch = useContext(PrefetchContext);

  async function signOut() {
    if (asksBeforeLeaving()) return;
    // A screen that needs a session cannot stay while the home page loads.
    const homeReady = within(LOADING_GRACE_MS, prefetch('/'));
    const found = await countUnsent(userId);
    if (!isNothing(found)) return setUnsent(found);
    await homeReady;
    signOutAndGoHome();
  }

  const dialog = <SignOutDialog userId={userId} unsent={unsent} onChange={setUnsent} />;
  return { signOut, dialog };
}
