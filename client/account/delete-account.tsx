import { lazy, Suspense } from 'react';
import { useLazyPopup } from '#client/hooks/use-lazy-popup.ts';

const loadDialog = () => import('./delete-account-dialog.tsx');
const DeleteAccountDialog = lazy(loadDialog);

export function DeleteAccount() {
  const dialog = useLazyPopup(loadDialog);
  return (
    <>
      <p className="account-elsewhere">
        Leaving for good?{' '}
        <button
          type="button"
          className="link"
          aria-haspopup="dialog"
          {...dialog.prefetchOnIntent}
          onClick={dialog.open}
        >
          Delete account
        </button>
      </p>
      {dialog.wasOpened && (
        <Suspense>
          <DeleteAccountDialog open={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
