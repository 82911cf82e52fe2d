import { type ComponentProps, useId } from 'react';
import { describedBy, Field, type FieldText } from './field.tsx';

type Own = FieldText & {
  /** Shows "90 / 100" from `value` and `maxLength` when the limit is near. */
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

/** The share of the limit from which the counter is shown. */
const NEAR_THE_LIMIT = 0.8;

function counted({ value, maxLength = 0 }: { value?: unknown; maxLength?: number }) {
  const { length } = String(value ?? '');
  return length < maxLength * NEAR_THE_LIMIT ? undefined : `${length} / ${maxLength}`;
}
