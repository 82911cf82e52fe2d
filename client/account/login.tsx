import { useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { ForgotForm } from './forgot-form.tsx';
import { pendingConfirmation } from './pending-confirmation.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Two modes of one screen; letters link to the second one with ?mode=forgot. */
export default function Login() {
  const mode = new URLSearchParams(useSearch()).get('mode');
  // Whoever typed an address in one mode, or while signing up, need not type it again.
  const [email, setEmail] = useState<string>(
    () => history.state?.email ?? pendingConfirmation() ?? '',
  );

  function switchTo(address: string, typed: string) {
    setEmail(typed);
    navigate(address, { state: { email: typed } });
  }

  return mode === 'forgot' ? (
    <ForgotForm email={email} onBack={(typed) => switchTo('/login', typed)} />
  ) : (
    <SignInForm email={email} onForgot={(typed) => switchTo('/login?mode=forgot', typed)} />
  );
}
