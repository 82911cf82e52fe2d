import { Button } from '#client/components/button.tsx';
import { lazyPart, useLazyPopup } from '#client/hooks/lazy-part.ts';
import { accountMessages as m } from './messages.ts';

const deleteAccountDialog = lazyPart(() => import('./delete-account-dialog.tsx'));

export function DeleteAccount() {
  const dialog = useLazyPopup(deleteAccountDialog);
  return (
    <section aria-labelledby="delete-account" className="account-section">
      <h2 id="delete-account" className="text-lg font-semibold">
        Leaving for good?
      </h2>
      <p className="mt-1 text-ink-soft">{m.deleteForGood}</p>
      <Button
        variant="danger"
        className="mt-4"
        aria-haspopup="dialog"
        {...dialog.prefetchOnIntent}
        onClick={dialog.open}
      >
        Delete account
      </Button>
      {dialog.Popup && <dialog.Popup open={dialog.isOpen} onClose={dialog.close} />}
    </section>
  );
}
