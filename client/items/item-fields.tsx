import type { KeyboardEvent, RefObject } from 'react';
import { Checkbox } from '#client/components/checkbox.tsx';
import { NumberField } from '#client/components/number-field.tsx';
import { SelectField } from '#client/components/select-field.tsx';
import { TextArea, TextField } from '#client/components/text-field.tsx';
import type { FieldValues } from '#client/sync/entity.ts';
import type { Fields } from '#shared/validate.ts';
import type { NamedField } from './field-values.ts';
import { fieldTexts as m } from './messages.ts';

/** Returns the id of the control that edits a field. */
export const controlId = (formId: string, { name }: NamedField) => `${formId}-${name}`;

/** Renders the fields of a form as their schema describes them. */
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
  errors: Fields;
  readOnly: boolean;
  firstRef: RefObject<HTMLElement | null>;
  onChange: (name: string, value: unknown) => void;
}) {
  return fields.map((field, index) => {
    const next = fields[index + 1];
    return (
      <ItemField
        key={field.name}
        field={field}
        id={controlId(formId, field)}
        nextId={next && controlId(formId, next)}
        isTitle={index === 0}
        value={values[field.name]}
        error={errors[field.name]}
        readOnly={readOnly}
        controlRef={(control) => {
          if (index === 0) firstRef.current = control;
        }}
        onChange={(value) => onChange(field.name, value)}
      />
    );
  });
}

function ItemField({
  field,
  id,
  nextId,
  isTitle,
  value,
  error,
  readOnly,
  controlRef,
  onChange,
}: {
  field: NamedField;
  id: string;
  /** The id of the control that follows. */
  nextId: string | undefined;
  isTitle: boolean;
  value: unknown;
  error: string | undefined;
  readOnly: boolean;
  controlRef: (control: HTMLElement | null) => void;
  onChange: (value: unknown) => void;
}) {
  const label = field.isRequired ? field.label : m.optional(field.label);
  const common = { ref: controlRef, id, label, error };
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          {...common}
          dir="auto"
          className={isTitle ? 'editor-title' : ''}
          autoComplete="off"
          enterKeyHint={nextId ? 'next' : undefined}
          counter
          maxLength={field.maxCharacters}
          value={String(value ?? '')}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => focusNext(event, nextId)}
        />
      );
    case 'long-text':
      return (
        <TextArea
          {...common}
          dir="auto"
          className="editor-content"
          counter
          maxLength={field.maxCharacters}
          value={String(value ?? '')}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...common}
          isWhole={field.isWhole}
          value={value}
          readOnly={readOnly}
          onChange={onChange}
        />
      );
    case 'date':
      return (
        <TextField
          {...common}
          type="date"
          value={String(value ?? '')}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value || null)}
        />
      );
    case 'select':
      return (
        <SelectField
          {...common}
          options={field.options}
          placeholder={field.isRequired ? m.choose : m.none}
          value={String(value ?? '')}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.value || null)}
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          ref={controlRef}
          id={id}
          label={field.label}
          checked={value === true}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
  }
}

/** Moves to the next field with Enter, which would save the form. */
function focusNext(event: KeyboardEvent, nextId: string | undefined) {
  if (!nextId || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  if (event.nativeEvent.isComposing) return;
  event.preventDefault();
  document.getElementById(nextId)?.focus();
}
