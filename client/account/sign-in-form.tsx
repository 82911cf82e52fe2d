import { useEffect, useId, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { AppLink } from '#client/components/app-link.tsx';
import { Button } from '#client/components/button.tsx';
import { Checkbox } from '#client/components/checkbox.tsx';
import { PasswordField } from '#client/components/password-field.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { LOGIN_NAVIGATION_DELAY_MS } from '#client/constants.ts';
import { useForm } from '#client/hooks/use-form.ts';
import {
  deleteRemembered,
  deleteRememberedOf,
  loadRemembered,
  type Remembered,
  saveRemembered,
} from '#client/session/remembered-credentials.ts';
import { showStoredSession } from '#client/session/session.ts';
import { storeSession } from '#client/session/stored-session.ts';
import { dismissErrorToast } from '#client/toasts/toast.ts';
import { credentials } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { ConfirmationNotice } from './confirmation-notice.tsx';
import { accountToasts, accountMessages as m } from './messages.ts';
import { clearPendingConfirmation, pendingConfirmation } from './pending-confirmation.ts';
import { showErrorToast } from './show-error-toast.ts';

export function SignInForm({
  email,
  onForgot,
}: {
  email: string;
  onForgot: (email: string) => void;
}) {
  const remembered = useRemembered(email);
  const [choice, setChoice] = useState<boolean>();
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; password: string }>();
  // Set by a sign-up in this tab. The notice is then above the form from the start, and stays there: after a failed
  // sign-in the form does not move.
  const [signedUp] = useState(pendingConfirmation);
  const rememberHint = useId();
  const rememberMe = choice ?? remembered !== undefined;

  const { form, field, values, pending, focus } = useForm({
    schema: credentials,
    initial: { email: remembered?.email ?? email, password: remembered?.password ?? '' },
    async send(entered) {
      const result = await api.login({ body: entered });
      setUnconfirmed(!result.success && result.status === 403 ? entered : undefined);
      if (!result.success) {
        showErrorToast(accountToasts.signInFailed, result);
        if (result.status !== 401) return result;
        focus('password');
        // The remembered password was changed on another device.
        if (entered.password === remembered?.password) void deleteRememberedOf(entered.email);
        return result;
      }
      dismissErrorToast();
      clearPendingConfirmation();
      void (rememberMe ? saveRemembered(entered.email, entered.password) : deleteRemembered());
      // Before the delay, so that closing the tab during it does not lose the session.
      storeSession(result.token, result.user);
      await new Promise((resolve) => setTimeout(resolve, LOGIN_NAVIGATION_DELAY_MS));
      // The access gate then redirects to the home page.
      showStoredSession();
    },
  });

  function remember(ticked: boolean) {
    setChoice(ticked);
    if (!ticked) void deleteRemembered();
  }

  const toConfirm = unconfirmed ?? signedUp;
  const notice = toConfirm && (
    <ConfirmationNotice
      key={`${toConfirm.email} ${toConfirm.password}`}
      {...toConfirm}
      className={signedUp ? 'mb-6' : 'mt-6'}
      scrollTo={!signedUp}
    />
  );

  return (
    <AccountPage {...(signedUp ? m.firstSignIn : m.signIn)}>
      {signedUp && notice}
      <form {...form} className="account-form">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...field('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          enterKeyHint="go"
          required
          {...field('password')}
        />
        <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label="Remember me"
            aria-describedby={rememberHint}
            checked={rememberMe}
            onChange={(event) => remember(event.target.checked)}
          />
          <button type="button" className="text-button" onClick={() => onForgot(values.email)}>
            Forgot password?
          </button>
          <p id={rememberHint} className="w-full text-sm text-ink-faint">
            {m.rememberHint}
          </p>
        </div>
        <Button type="submit" size="large" pending={pending} className="mt-3">
          Sign In
        </Button>
      </form>
      {!signedUp && notice}
      <p className="account-elsewhere">
        New here?{' '}
        <AppLink to="/signup" className="link">
          Sign up
        </AppLink>
      </p>
    </AccountPage>
  );
}

/** Returns the remembered credentials, unless they belong to an address other than the given one. */
function useRemembered(email: string): Remembered | undefined {
  const [remembered, setRemembered] = useState<Remembered>();
  useEffect(() => {
    loadRemembered().then(setRemembered);
  }, []);
  return email && email !== remembered?.email ? undefined : remembered;
}
