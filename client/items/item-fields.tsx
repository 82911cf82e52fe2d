import type { KeyboardEvent, RefObject } from 'react';
import { Skeleton } from '#client/components/skeleton.tsx';
import { TextArea, TextField } from '#client/components/text-field.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import type { FieldValues } from '#client/sync/item.ts';
import { fieldsIn, type NamedField } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { isText } from './field-values.ts';
import { fieldTexts as m } from './messages.ts';
import type { FieldProps } from './short-field.tsx';

const shortField = lazyPart(() => import('./short-field.tsx'));

/** Loads the code of non-text fields, if the kind has any. */
export function prefetchFields(kind: ItemKind) {
  // If that fails without a connection, the form loads it again.
  if (!fieldsIn(kind).every(isText)) shortField.load().catch(() => {});
}

/** Returns the id of the control that edits a field. */
export const controlId = (formId: string, { name }: NamedField) => `${formId}-${name}`;

/** Renders the fields of a form. */
export function ItemFields({
  formId,
  fields,
  values,
  errors,
  readOnly,
  firstRef,
  onChange,
}: {
  formId: string;
  fields: NamedField[];
  values: FieldValues;
  errors: FieldErrors;
  readOnly: boolean;
  firstRef: RefObject<HTMLElement | null>;
  onChange: (name: string, value: unknown) => void;
}) {
  const ShortField = useLazyPart(shortField, !fields.every(isText));
  return fields.map((field, index) => {
    const next = fields[index + 1];
    const props: FieldProps = {
      field,
      id: controlId(formId, field),
      label: field.isRequired ? field.label : m.optional(field.label),
      value: values[field.name],
      error: errors[field.name],
      required: field.isRequired,
      readOnly,
      controlRef: (control) => {
        if (index === 0) firstRef.current = control;
      },
      onChange: (value) => onChange(field.name, value),
    };
    if (isText(field))
      return (
        <Text
          key={field.name}
          {...props}
          isTitle={index === 0}
          nextId={next && controlId(formId, next)}
        />
      );
    const Field = ShortField ?? LoadingField;
    return <Field key={field.name} {...props} />;
  });
}

/** Renders a placeholder of the same height for a field whose code is not loaded. The field's value is kept. */
function LoadingField({ field, label, error }: FieldProps) {
  if (field.kind === 'checkbox') return <Skeleton className="h-11 shrink-0" />;
  return <TextField label={label} error={error} disabled />;
}

function Text({
  field,
  value,
  controlRef,
  onChange,
  isTitle,
  nextId,
  ...rest
}: FieldProps & {
  isTitle: boolean;
  /** The id of the next control. */
  nextId: string | undefined;
}) {
  const common = {
    ...rest,
    ref: controlRef,
    dir: 'auto',
    counter: true,
    maxLength: 'maxCharacters' in field ? field.maxCharacters : undefined,
    value: String(value ?? ''),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.kind === 'long-text') return <TextArea {...common} className="editor-content" />;
  return (
    <TextField
      {...common}
      className={isTitle ? 'editor-title' : ''}
      autoComplete="off"
      enterKeyHint={nextId ? 'next' : undefined}
      onKeyDown={(event) => focusNext(event, nextId)}
    />
  );
}

/** Moves to the next field on Enter, which would otherwise save the form. */
function focusNext(event: KeyboardEvent, nextId: string | undefined) {
  if (!nextId || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  if (event.nativeEvent.isComposing) return;
  event.preventDefault();
  document.getElementById(nextId)?.focus();
}
