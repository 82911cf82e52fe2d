import { useEffect, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { INVALID_RESET_LINK_REDIRECT_MS, PASSWORD_UPDATED_REDIRECT_MS } from '#client/constants.ts';
import { navigate } from '#client/shell/navigate.ts';
import { toast } from '#client/toasts/toast.ts';
import type { PlainPath } from '#shared/paths.ts';
import { AccountPage } from './account-page.tsx';
import { clearLinkFragment, recoveryToken, useLinkFragment } from './link-fragment.ts';
import { accountToasts, accountMessages as m } from './messages.ts';
import { NewPasswordForm, type Outcome } from './new-password-form.tsx';
import { StatusMark } from './status-mark.tsx';

export default function ResetPassword() {
  const fragment = useLinkFragment();
  const token = recoveryToken(fragment);
  // Includes the token, because a newer link may be opened in the same tab.
  const [ended, setEnded] = useState<{ token: string; outcome: Outcome }>();
  if (!token) return <InvalidLink />;
  if (ended?.token !== token) {
    return (
      <NewPasswordForm
        key={token}
        token={token}
        onEnd={(outcome) => {
          clearLinkFragment();
          setEnded({ token, outcome });
        }}
      />
    );
  }
  return ended.outcome === 'changed' ? <Changed /> : <BadLink />;
}

function Changed() {
  useRedirectAfter(PASSWORD_UPDATED_REDIRECT_MS, '/login');
  return (
    <AccountPage mark={<StatusMark kind="done" />} {...m.passwordChanged}>
      <Button size="large" className="w-full" onClick={() => navigate('/login')}>
        Continue to sign in
      </Button>
    </AccountPage>
  );
}

/** Renders the screen for a link without a token. */
function InvalidLink() {
  useEffect(() => toast(accountToasts.invalidResetLink), []);
  useRedirectAfter(INVALID_RESET_LINK_REDIRECT_MS, '/login');
  return <BadLink more={m.badLink.redirecting} />;
}

function BadLink({ more }: { more?: string }) {
  return (
    <AccountPage
      mark={<StatusMark kind="problem" />}
      title={m.badLink.title}
      intro={m.badLink.intro}
    >
      {more && <p className="mb-6 text-sm text-ink-faint">{more}</p>}
      <div className="grid grid-cols-1 gap-3">
        <Button size="large" onClick={() => navigate('/login?mode=forgot')}>
          Request a new link
        </Button>
        <Button variant="ghost" size="large" onClick={() => navigate('/login')}>
          Back to sign in
        </Button>
      </div>
    </AccountPage>
  );
}

/** Navigates after a delay, unless the user leaves the screen first. */
function useRedirectAfter(delayMs: number, to: PlainPath) {
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, to]);
}
