import { useState } from 'react';
import { asksBeforeLeaving } from '#client/page/leaving.ts';
import { countUnsent, isNothing, type Unsent } from '#client/sync/unsent.ts';
import { signOutAndGoHome } from './sign-out.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/**
 * Returns a function that signs out, or asks first if that would delete changes or drafts that are only on this device,
 * and the dialog that asks.
 */
export function useSignOut(userId: string) {
  const [unsent, setUnsent] = useState<Unsent>();

  async function signOut() {
    if (asksBeforeLeaving()) return;
    const found = await countUnsent(userId);
    if (isNothing(found)) void signOutAndGoHome();
    else setUnsent(found);
  }

  const dialog = <SignOutDialog userId={userId} unsent={unsent} onChange={setUnsent} />;
  return { signOut, dialog };
}
