import { lazyPart, useLazyPopup } from '#client/hooks/lazy-part.ts';

const deleteAccountDialog = lazyPart(() => import('./delete-account-dialog.tsx'));

export function DeleteAccount() {
  const dialog = useLazyPopup(deleteAccountDialog);
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
      {dialog.Popup && <dialog.Popup open={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}
