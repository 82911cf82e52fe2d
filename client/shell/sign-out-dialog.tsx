import { useState } from 'react';
import { AlertDialog, AlertDialogClose } from '#client/components/alert-dialog.tsx';
import { Button } from '#client/components/button.tsx';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import { syncMessages as m } from '#client/sync/messages.ts';
import { sendUnsent } from '#client/sync/unsent.ts';
import { signOutAndGoHome } from './sign-out.ts';

/** Asks what happens to unsent changes before they are deleted by signing out. Closed while `count` is undefined. */
export function SignOutDialog({
  userId,
  count,
  onClose,
}: {
  userId: string;
  /** NaN if the changes cannot be counted. */
  count: number | undefined;
  onClose: () => void;
}) {
  const shown = useLastDefined(count) ?? 0;
  const [state, setState] = useState<'asking' | 'sending' | 'failed'>('asking');

  function close() {
    setState('asking');
    onClose();
  }

  async function send() {
    setState('sending');
    const left = await sendUnsent(userId).catch(() => Number.NaN);
    if (left === 0) discard();
    else setState('failed');
  }

  function discard() {
    close();
    signOutAndGoHome();
  }

  return (
    <AlertDialog
      open={count !== undefined}
      onClose={close}
      title={m.signOutTitle}
      description={m.signOutText(shown)}
      className="max-w-160"
    >
      <p role="status" className="mt-2 text-danger empty:hidden">
        {state === 'failed' && m.stillUnsent}
      </p>
      <div className="dialog-choices">
        <Button pending={state === 'sending'} onClick={send}>
          Send now
        </Button>
        <Button variant="danger" onClick={discard}>
          Discard and sign out
        </Button>
        <AlertDialogClose className="button button-ghost">Stay signed in</AlertDialogClose>
      </div>
    </AlertDialog>
  );
}
