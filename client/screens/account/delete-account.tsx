import { lazy, Suspense, useState } from 'react';
import { toast } from '#client/components/toast.ts';
import { toasts } from '#client/messages.ts';

const loadDialog = () => import('./delete-account-dialog.tsx');
const DeleteAccountDialog = lazy(loadDialog);
const prefetchDialog = () => void loadDialog().catch(() => {});

type State = 'untouched' | 'open' | 'closed';

/** Few will ever press it, so what stands behind it is fetched when someone comes near. */
export function DeleteAccount() {
  const [state, setState] = useState<State>('untouched');

  function open() {
    loadDialog().then(
      () => setState('open'),
      () => toast(toasts.offline),
    );
  }

  return (
    <>
      <p className="account-elsewhere">
        Leaving for good?{' '}
        <button
          type="button"
          className="link"
          aria-haspopup="dialog"
          onPointerEnter={prefetchDialog}
          onFocus={prefetchDialog}
          onClick={open}
        >
          Delete account
        </button>
      </p>
      {state !== 'untouched' && (
        <Suspense>
          <DeleteAccountDialog open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
