import { lazy, Suspense } from 'react';
import { useLatePart } from '#client/components/use-late-part.ts';

const loadDialog = () => import('./delete-account-dialog.tsx');
const DeleteAccountDialog = lazy(loadDialog);

export function DeleteAccount() {
  const dialog = useLatePart(loadDialog);
  return (
    <>
      <p className="account-elsewhere">
        Leaving for good?{' '}
        <button
          type="button"
          className="link"
          aria-haspopup="dialog"
          {...dialog.near}
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
