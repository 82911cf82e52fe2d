import { Bug, Download, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#client/components/menu.tsx';
import { install, useInstallOffer } from '#client/pwa/install.ts';
import { pwaMessages } from '#client/pwa/messages.ts';
import type { User } from '#shared/auth.ts';
import { useSignOut } from './use-sign-out.tsx';

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
  const { signOut, dialog } = useSignOut(user.id);
  const canInstall = useInstallOffer() === 'prompt';
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
        {canInstall && (
          <MenuItem icon={<Download aria-hidden />} onSelect={install}>
            {pwaMessages.install}
          </MenuItem>
        )}
        <MenuItem icon={<Bug aria-hidden />} onSelect={onDebug}>
          Debug Console
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
          Sign Out
        </MenuItem>
      </Menu>
      {dialog}
    </>
  );
}
