import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { navigate } from '#client/shell/navigate.ts';
import { confirmation } from '#shared/auth.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';
import { validate } from '#shared/validate.ts';
import { AccountPage } from './account-page.tsx';
import { type LinkFragment, useLinkFragment } from './link-fragment.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { accountMessages as m } from './messages.ts';
import { NewLinkForm } from './new-link-form.tsx';
import { clearPendingConfirmation } from './pending-confirmation.ts';
import { StatusMark } from './status-mark.tsx';

type State =
  | { kind: 'loading' }
  | { kind: 'success'; message: string }
  /** `again`: the server did not reject the link, so another attempt may succeed. */
  | { kind: 'error'; message: string; again: boolean }
  | { kind: 'sent'; email: string };

export default function Confirm() {
  const { state, setState, retry } = useConfirmation(useLinkFragment());
  switch (state.kind) {
    case 'loading':
      return <AccountPage mark={<StatusMark kind="waiting" />} {...m.confirming} />;
    case 'success':
      return (
        <AccountPage mark={<StatusMark kind="done" />} {...m.confirmed} intro={state.message}>
          <Button size="large" className="w-full" onClick={() => navigate('/login')}>
            Continue to sign in
          </Button>
        </AccountPage>
      );
    case 'error':
      return (
        <AccountPage
          mark={<StatusMark kind="problem" />}
          {...m.confirmFailed}
          intro={state.message}
        >
          <div className="grid grid-cols-1 gap-3">
            {state.again ? (
              <Button size="large" onClick={retry}>
                Try again
              </Button>
            ) : (
              <NewLinkForm onSent={(email) => setState({ kind: 'sent', email })} />
            )}
            <Button variant="secondary" size="large" onClick={() => navigate('/signup')}>
              Back to sign up
            </Button>
            <Button variant="ghost" size="large" onClick={() => navigate('/login')}>
              Try sign in
            </Button>
          </div>
        </AccountPage>
      );
    case 'sent':
      return (
        <AccountPage
          mark={<StatusMark kind="mail" />}
          title={m.checkEmail}
          intro={m.confirmationSent(state.email)}
        >
          <div className="grid grid-cols-1 gap-3">
            <MailboxLink size="large" />
            <Button variant="secondary" size="large" onClick={() => navigate('/login')}>
              Back to sign in
            </Button>
          </div>
        </AccountPage>
      );
  }
}

/**
 * Confirms the account as soon as a browser opens the page. Mail scanners only fetch the page, so they do not use up
 * the link.
 */
function useConfirmation(fragment: LinkFragment) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const attempt = useRef(0);
  const start = useCallback(() => {
    attempt.current += 1;
    const current = attempt.current;
    setState({ kind: 'loading' });
    confirm(fragment).then((next) => attempt.current === current && setState(next));
  }, [fragment]);
  useEffect(start, [start]);
  return { state, setState, retry: start };
}

async function confirm(fragment: LinkFragment): Promise<State> {
  const link = validate(confirmation, fragment);
  if (!link.valid) return { kind: 'error', message: fieldMessages.tokenRequired, again: false };
  const result = await api.confirm({ body: link.value });
  if (result.success) {
    clearPendingConfirmation();
    return { kind: 'success', message: result.message };
  }
  const isRejected = result.status >= 400 && result.status < 500;
  return {
    kind: 'error',
    message: isRejected ? result.error : apiMessages.confirmationFailed,
    again: result.status !== 400,
  };
}
