import { useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from '#client/shell/navigate.ts';
import type { Address } from '#shared/paths.ts';
import { ForgotForm } from './forgot-form.tsx';
import { pendingConfirmation } from './pending-confirmation.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Shows the sign-in form, or with ?mode=forgot the form to reset a password; emails link to both. */
export default function Login() {
  const mode = new URLSearchParams(useSearch()).get('mode');
  // An address typed in one mode, or while signing up, is kept.
  const [email, setEmail] = useState<string>(
    // There is no history while the page is prerendered.
    () => globalThis.history?.state?.email ?? pendingConfirmation()?.email ?? '',
  );

  function switchTo(address: Address, typed: string) {
    setEmail(typed);
    navigate(address, { state: { email: typed } });
  }

  return mode === 'forgot' ? (
    <ForgotForm email={email} onBack={(typed) => switchTo('/login', typed)} />
  ) : (
    <SignInForm email={email} onForgot={(typed) => switchTo('/login?mode=forgot', typed)} />
  );
}
