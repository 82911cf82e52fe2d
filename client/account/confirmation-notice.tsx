import { MailCheck, MailWarning } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { commonToasts } from '#client/components/messages.ts';
import { accountMessages as m } from './messages.ts';
import { showErrorToast } from './show-error-toast.ts';

type State = 'offered' | 'sending' | 'sent';

/** Says that the address has to be confirmed, and can send the email again. */
export function ConfirmationNotice({
  email,
  password,
  text,
  className,
  scrollTo = false,
}: {
  email: string;
  /** The sign-up password. It selects the right link, because others may have signed up with the same address. */
  password: string | undefined;
  text: string;
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

  const Icon = state === 'sent' ? MailCheck : MailWarning;
  return (
    <div
      ref={notice}
      tabIndex={-1}
      className={`confirmation-notice ${className}`}
      data-kind={state === 'sent' ? 'done' : 'open'}
    >
      <Icon aria-hidden className="mt-0.5 size-5 flex-none" />
      <div className="min-w-0">
        <p role="status" className="break-words">
          {state === 'sent' ? m.confirmationSent(email) : text}
        </p>
        {state !== 'sent' && (
          <Button
            variant="secondary"
            className="mt-3"
            pending={state === 'sending'}
            onClick={resend}
          >
            Send again
          </Button>
        )}
      </div>
    </div>
  );
}
