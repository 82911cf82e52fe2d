import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { useCloseOnBack } from '#client/components/use-close-on-back.ts';
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
  count: number | undefined;
  onClose: () => void;
}) {
  const shown = useLastDefined(count) ?? 0;
  const [state, setState] = useState<'asking' | 'sending' | 'failed'>('asking');
  useCloseOnBack(count !== undefined, close);

  function close() {
    setState('asking');
    onClose();
  }

  async function send() {
    setState('sending');
    if ((await sendUnsent(userId)) > 0) return setState('failed');
    discard();
  }

  function discard() {
    close();
    signOutAndGoHome();
  }

  return (
    <Base.Root open={count !== undefined} onOpenChange={(next) => !next && close()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog max-w-160">
          <Base.Title className="text-xl font-semibold">{m.signOutTitle}</Base.Title>
          <Base.Description className="mt-2 text-ink-soft">{m.signOutText(shown)}</Base.Description>
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
            <Base.Close className="button button-ghost">Stay signed in</Base.Close>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
