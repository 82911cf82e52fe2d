import { type ComponentProps, useId } from 'react';
import { describedBy, Field, type FieldText } from './field.tsx';

type Own = FieldText & {
  /** Shows "12 / 100" from `value` and `maxLength`. */
  counter?: boolean;
};

export function TextField({
  label,
  hint,
  error,
  counter = false,
  className = '',
  ...input
}: ComponentProps<'input'> & Own) {
  const generated = useId();
  const id = input.id ?? generated;
  const count = counter ? counted(input) : undefined;
  return (
    <Field id={id} label={label} hint={hint} error={error} counter={count}>
      <input
        type="text"
        {...input}
        {...describedBy(id, { hint, error, counter: count })}
        className={`control ${className}`}
      />
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  counter = false,
  className = '',
  ...area
}: ComponentProps<'textarea'> & Own) {
  const generated = useId();
  const id = area.id ?? generated;
  const count = counter ? counted(area) : undefined;
  return (
    <Field id={id} label={label} hint={hint} error={error} counter={count}>
      <textarea
        rows={6}
        {...area}
        {...describedBy(id, { hint, error, counter: count })}
        className={`control ${className}`}
      />
    </Field>
  );
}

const counted = ({ value, maxLength }: { value?: unknown; maxLength?: number }) =>
  `${String(value ?? '').length} / ${maxLength}`;
