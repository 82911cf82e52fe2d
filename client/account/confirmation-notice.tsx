import { Mail, MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { commonToasts } from '#client/components/messages.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { accountMessages as m } from './messages.ts';
import { showErrorToast } from './show-error-toast.ts';

type State = 'offered' | 'sending' | 'sent';

/** Invites the user to confirm the address, and can send the email again. */
export function ConfirmationNotice({
  email,
  password,
  className,
  scrollTo = false,
}: {
  email: string;
  /** The sign-up password. It selects the right link, because others may have signed up with the same address. */
  password: string | undefined;
  className: string;
  /** Scrolls to the notice when it appears, because it may be outside the visible area. */
  scrollTo?: boolean;
}) {
  const [state, setState] = useState<State>('offered');
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (scrollTo) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [scrollTo]);

  async function resend() {
    setState('sending');
    const result = await api.resendConfirmation({ body: { email, password } });
    if (!result.success) showErrorToast(commonToasts.unexpected, result);
    setState(result.success ? 'sent' : 'offered');
    // The button disappears: focus moves to the message that replaces it.
    if (result.success) notice.current?.focus();
  }

  const Icon = state === 'sent' ? MailCheck : Mail;
  return (
    <div ref={notice} tabIndex={-1} className={`confirmation-notice ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-5 flex-none text-accent" />
      <div className="min-w-0">
        <h2 className="text-base font-semibold">{m.checkEmail}</h2>
        <p role="status" className="mt-1 break-words">
          {state === 'sent' ? m.confirmationSent(email) : m.signedUp(email)}
        </p>
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          <MailboxLink />
          {state !== 'sent' && (
            <Button variant="secondary" pending={state === 'sending'} onClick={resend}>
              Send again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
