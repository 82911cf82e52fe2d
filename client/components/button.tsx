import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'medium' | 'large';
};

/**
 * Renders a button. `pending` keeps the label, shows a spinner and ignores further presses. It does not
 * disable the button: a disabled button loses focus, and a keyboard user would start at the top.
 */
export function Button({
  variant,
  size,
  pending = false,
  className = '',
  children,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & { pending?: boolean }) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'primary', size = 'medium' }: Look = {}, more = '') {
  return `button button-${variant} ${size === 'large' ? 'button-large' : ''} ${more}`;
}
