import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import type { Address } from '#shared/paths.ts';
import { AppLink } from './app-link.tsx';

/**
 * Renders a menu below a button. The button is not part of it, so that Base UI can be loaded when the button
 * is hovered, focused or pressed.
 */
export function Menu({
  open,
  onClose,
  anchor,
  label,
  children,
}: {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {/* Inside the landmark of its button, so that a screen reader knows where it is. */}
      <Base.Portal container={anchor.current?.closest<HTMLElement>('header, main')}>
        <Base.Positioner anchor={anchor} align="end" sideOffset={8} className="z-50">
          <Base.Popup
            className="menu"
            aria-label={label}
            finalFocus={() => !hasFocusLeft() && anchor.current}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Tells whether focus has left the menu, for example to a screen that the menu has opened. */
function hasFocusLeft() {
  const { activeElement } = document;
  return activeElement !== document.body && !activeElement?.closest('[role="menu"]');
}

export function MenuItem({
  icon,
  onSelect,
  children,
}: {
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Item className="menu-item" onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLink({
  icon,
  to,
  children,
}: {
  icon: ReactNode;
  to: Address;
  children: ReactNode;
}) {
  return (
    <Base.LinkItem className="menu-item" closeOnClick render={<AppLink to={to} />}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

export const MenuSeparator = () => <Base.Separator className="my-1.5 h-px bg-line" />;
