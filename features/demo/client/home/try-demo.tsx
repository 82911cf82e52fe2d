import { useState } from 'react';
import { showErrorToast } from '#client/account/show-error-toast.ts';
import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { sessionToasts } from '#client/session/messages.ts';
import { signIn } from '#client/session/session.ts';
import { navigate } from '#client/shell/navigate.ts';
import { START_PATH } from '#client/shell/navigation.ts';

/**
 * Signs in with the account that a demo server names in its pages. On other servers the style sheet hides the button.
 */
export function TryDemo() {
  const [pending, setPending] = useState(false);

  async function signInToDemo() {
    const [email = '', password = ''] = document.documentElement.dataset.demo?.split(' ') ?? [];
    setPending(true);
    const result = await api.login({ body: { email, password } });
    setPending(false);
    if (!result.success) return showErrorToast(sessionToasts.signInFailed, result);
    signIn(result.token, result.user);
    navigate(START_PATH);
  }

  return (
    <Button
      size="large"
      pending={pending}
      className="only-in-demo signed-out-only needs-script"
      onClick={signInToDemo}
    >
      Try the demo
    </Button>
  );
}
