import { Bug, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { AppLink } from '#client/components/app-link.tsx';
import type { User } from '#shared/auth.ts';
import { useSignOut } from './use-sign-out.tsx';

/** Renders the entries of the user menu for the mobile menu, which `onClose` closes. */
export default function AccountEntries({
  user,
  onClose,
  onDebug,
}: {
  user: User;
  onClose: () => void;
  onDebug: () => void;
}) {
  const { signOut, dialog } = useSignOut(user.id);
  /** Closes the menu first, because it makes everything outside inert. */
  const closeThen = (act: () => unknown) => () => {
    onClose();
    void act();
  };
  return (
    <section aria-label="Account" className="sheet-account">
      <p className="px-3 pb-1 text-sm break-all text-ink-soft">{user.email}</p>
      <AppLink to="/profile" className="sheet-link" onClick={onClose}>
        <UserRound aria-hidden />
        User Profile
      </AppLink>
      {user.user_type === 'admin' && (
        <AppLink to="/admin-dashboard" className="sheet-link" onClick={onClose}>
          <ShieldCheck aria-hidden />
          Admin Dashboard
        </AppLink>
      )}
      <button type="button" className="sheet-link" onClick={closeThen(onDebug)}>
        <Bug aria-hidden />
        Debug Console
      </button>
      <button type="button" className="sheet-link" onClick={closeThen(signOut)}>
        <LogOut aria-hidden />
        Sign Out
      </button>
      {dialog}
    </section>
  );
}
