import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'medium' | 'large';
};

/**
 * `pending` keeps the label, shows that work is under way and refuses a second press. It does not
 * disable: a disabled button loses focus, and who pressed it with a key starts again at the top.
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

/** The same look for a link. */
export function buttonClass({ variant = 'primary', size = 'medium' }: Look = {}, more = '') {
  return `button button-${variant} ${size === 'large' ? 'button-large' : ''} ${more}`;
}
