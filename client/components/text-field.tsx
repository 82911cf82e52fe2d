import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

export function TextField({
  label,
  hint,
  error,
  counter = false,
  className = '',
  ...control
}: ComponentProps<'input'> &
  FieldText & {
    /** Shows "90 / 100" from `value` and `maxLength` when the limit is near. */
    counter?: boolean;
  }) {
  const count = counter ? counterOf(control) : undefined;
  return (
    <Field id={control.id} label={label} hint={hint} error={error} counter={count}>
      {(attributes) => (
        <input type="text" {...control} {...attributes} className={`control ${className}`} />
      )}
    </Field>
  );
}

/** The share of the limit from which the counter is shown. */
const NEAR_THE_LIMIT = 0.8;

/** Returns "90 / 100" if a text is near its limit. */
export function counterOf({ value, maxLength = 0 }: { value?: unknown; maxLength?: number }) {
  const { length } = String(value ?? '');
  return length < maxLength * NEAR_THE_LIMIT ? undefined : `${length} / ${maxLength}`;
}
