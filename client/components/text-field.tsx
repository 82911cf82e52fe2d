import type { ComponentProps, ElementType } from 'react';
import { Field, type FieldText } from './field.tsx';

type Own = FieldText & {
  /** Shows "90 / 100" from `value` and `maxLength` when the limit is near. */
  counter?: boolean;
};

export const TextField = (props: ComponentProps<'input'> & Own) => (
  <TextControl as="input" type="text" {...props} />
);

export const TextArea = (props: ComponentProps<'textarea'> & Own) => (
  <TextControl as="textarea" rows={6} {...props} />
);

function TextControl({
  as: Control,
  label,
  hint,
  error,
  counter = false,
  className = '',
  ...control
}: ComponentProps<'input' | 'textarea'> & Own & { as: ElementType }) {
  const count = counter ? counted(control) : undefined;
  return (
    <Field id={control.id} label={label} hint={hint} error={error} counter={count}>
      {(attributes) => <Control {...control} {...attributes} className={`control ${className}`} />}
    </Field>
  );
}

/** The share of the limit from which the counter is shown. */
const NEAR_THE_LIMIT = 0.8;

function counted({ value, maxLength = 0 }: { value?: unknown; maxLength?: number }) {
  const { length } = String(value ?? '');
  return length < maxLength * NEAR_THE_LIMIT ? undefined : `${length} / ${maxLength}`;
}
