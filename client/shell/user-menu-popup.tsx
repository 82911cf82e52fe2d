import { Bug, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#client/components/menu.tsx';
import { asksBeforeLeaving } from '#client/page/leaving.ts';
import { countUnsent, isNothing, type Unsent } from '#client/sync/unsent.ts';
import type { User } from '#shared/auth.ts';
import { signOutAndGoHome } from './sign-out.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

export default function UserMenuPopup({
  open,
  onClose,
  anchor,
  user,
  onDebug,
}: Pick<ComponentProps<typeof Menu>, 'open' | 'onClose' | 'anchor'> & {
  user: User;
  onDebug: () => void;
}) {
  const [unsent, setUnsent] = useState<Unsent>();

  /** Signs out, or asks first if that would delete changes or drafts that are only on this device. */
  async function signOut() {
    if (asksBeforeLeaving()) return;
    const found = await countUnsent(user.id);
    if (isNothing(found)) signOutAndGoHome();
    else setUnsent(found);
  }

  return (
    <>
      <Menu open={open} onClose={onClose} anchor={anchor} label="User menu">
        <div className="px-3 pt-2 pb-1">
          <p className="font-semibold">{`${user.first_name} ${user.last_name}`.trim()}</p>
          <p className="text-sm break-all text-ink-soft">{user.email}</p>
        </div>
        <MenuSeparator />
        <MenuLink icon={<UserRound aria-hidden />} to="/profile">
          User Profile
        </MenuLink>
        {user.user_type === 'admin' && (
          <MenuLink icon={<ShieldCheck aria-hidden />} to="/admin-dashboard">
            Admin Dashboard
          </MenuLink>
        )}
        <MenuItem icon={<Bug aria-hidden />} onSelect={onDebug}>
          Debug Console
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
          Sign Out
        </MenuItem>
      </Menu>
      <SignOutDialog userId={user.id} unsent={unsent} onChange={setUnsent} />
    </>
  );
}
