import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'medium' | 'large';
};

/** `pending` keeps the label, shows that work is under way and refuses a second press. */
export function Button({
  variant,
  size,
  pending = false,
  disabled = false,
  className = '',
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { pending?: boolean }) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size }, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
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
