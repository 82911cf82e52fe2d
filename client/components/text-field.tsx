import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

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
  const count = counter ? counted(input) : undefined;
  return (
    <Field id={input.id} label={label} hint={hint} error={error} counter={count}>
      {(attributes) => (
        <input type="text" {...input} {...attributes} className={`control ${className}`} />
      )}
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
  const count = counter ? counted(area) : undefined;
  return (
    <Field id={area.id} label={label} hint={hint} error={error} counter={count}>
      {(attributes) => (
        <textarea rows={6} {...area} {...attributes} className={`control ${className}`} />
      )}
    </Field>
  );
}

/** The share of the limit from which the counter is shown. */
const NEAR_THE_LIMIT = 0.8;

function counted({ value, maxLength = 0 }: { value?: unknown; maxLength?: number }) {
  const { length } = String(value ?? '');
  return length < maxLength * NEAR_THE_LIMIT ? undefined : `${length} / ${maxLength}`;
}
