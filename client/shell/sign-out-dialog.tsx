import { useRef, useState } from 'react';
import { AlertDialog, AlertDialogClose } from '#client/components/alert-dialog.tsx';
import { Button } from '#client/components/button.tsx';
import { useLastDefined } from '#client/hooks/use-last-defined.ts';
import { canSend, isNothing, sendUnsent, type Unsent } from '#client/sync/unsent.ts';
import { signOutMessages as m } from '#client/sync/unsent-messages.ts';
import { signOutAndGoHome } from './sign-out.ts';

/**
 * Asks what to do with changes and drafts that are only on this device before signing out deletes them. Closed while
 * `unsent` is undefined.
 */
export function SignOutDialog({
  userId,
  unsent,
  onChange,
}: {
  userId: string;
  unsent: Unsent | undefined;
  /** Called with what is still unsent after sending, or without an argument to close the dialog. */
  onChange: (unsent?: Unsent) => void;
}) {
  const shown = useLastDefined(unsent) ?? 'unknown';
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking');
  /** Counts the questions, because an answer to an earlier one must not sign out. */
  const question = useRef(0);

  function close() {
    question.current++;
    setState('asking');
    onChange();
  }

  async function send() {
    const asked = question.current;
    setState('sending');
    const left = await sendUnsent(userId);
    if (asked !== question.current) return;
    if (isNothing(left)) return signOut();
    onChange(left);
    setState('sent');
  }

  function signOut() {
    close();
    signOutAndGoHome();
  }

  return (
    <AlertDialog
      open={unsent !== undefined}
      onClose={close}
      title={m.title(shown)}
      description={m.text(shown)}
      className="max-w-160"
    >
      <p role="status" className={`mt-2 empty:hidden ${canSend(shown) ? 'text-danger' : ''}`}>
        {state === 'sent' && (canSend(shown) ? m.stillUnsent : m.onlyDraftsLeft)}
      </p>
      <div className="dialog-choices">
        {/* One button with two roles, so that it keeps the focus when everything has been sent. */}
        <Button pending={state === 'sending'} onClick={canSend(shown) ? send : close}>
          {canSend(shown) ? 'Send now' : 'Stay signed in'}
        </Button>
        <Button variant="danger" onClick={signOut}>
          Discard and sign out
        </Button>
        {canSend(shown) && (
          <AlertDialogClose className="button button-ghost">Stay signed in</AlertDialogClose>
        )}
      </div>
    </AlertDialog>
  );
}
