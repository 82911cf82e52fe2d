import type { InputHTMLAttributes, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Skeleton } from '#client/components/skeleton.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import type { FieldValues } from '#client/sync/item.ts';
import { fieldsIn, isText, type NamedField } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { formLabel, labelsLongTexts } from './field-values.ts';
import { InlineText } from './inline-text.tsx';
import type { FieldProps } from './short-field.tsx';

const shortField = lazyPart(() => import('./short-field.tsx'));

/** Loads the code of non-text fields, if the kind has any. */
export function prefetchFields(kind: ItemKind) {
  // If that fails without a connection, the form loads it again.
  if (!fieldsIn(kind).every(isText)) shortField.load().catch(() => {});
}

/** Returns the id of the control that edits a field. */
export const controlId = (formId: string, { name }: NamedField) => `${formId}-${name}`;

/** Renders the fields of a form in the order of the reading view: the title, short values, then long texts. */
export function ItemFields({
  formId,
  fields,
  values,
  errors,
  readOnly,
  firstRef,
  onChange,
  children,
}: {
  formId: string;
  /** In the order in which they are shown. */
  fields: NamedField[];
  values: FieldValues;
  errors: FieldErrors;
  readOnly: boolean;
  firstRef: RefObject<HTMLElement | null>;
  onChange: (name: string, value: unknown) => void;
  /** Rendered below the title. */
  children: ReactNode;
}) {
  const ShortField = useLazyPart(shortField, !fields.every(isText));
  const isLabelled = labelsLongTexts(fields);
  const controls = fields.map((field, index) => {
    const next = fields[index + 1];
    const props: FieldProps = {
      field,
      id: controlId(formId, field),
      label: formLabel(field),
      value: values[field.name],
      error: errors[field.name],
      required: field.isRequired,
      readOnly,
      controlRef: (control) => {
        if (index === 0) firstRef.current = control;
      },
      onChange: (value) => onChange(field.name, value),
    };
    if (isText(field)) {
      const nextId = next && controlId(formId, next);
      return <Text key={field.name} {...props} {...{ isLabelled, nextId }} isTitle={index === 0} />;
    }
    const Field = ShortField ?? LoadingField;
    return <Field key={field.name} {...props} />;
  });
  const firstLong = fields.findIndex(({ kind }, index) => index > 0 && kind === 'long-text');
  const end = firstLong < 0 ? fields.length : firstLong;
  return (
    <>
      {controls[0]}
      {children}
      {end > 1 && <div className="item-page-values">{controls.slice(1, end)}</div>}
      {controls.slice(end)}
    </>
  );
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
  isLabelled,
  nextId,
  ...rest
}: FieldProps & {
  isTitle: boolean;
  /** Whether long texts have a visible label. */
  isLabelled: boolean;
  /** The id of the next control. */
  nextId: string | undefined;
}) {
  const isLong = field.kind === 'long-text';
  const common = {
    ...rest,
    maxLength: 'maxCharacters' in field ? field.maxCharacters : 0,
    value: String(value ?? ''),
    enterKeyHint: nextId && !isLong ? ('next' as const) : undefined,
    onKeyDown: isLong ? undefined : (event: KeyboardEvent) => leaveOnEnter(event, nextId),
  };
  if (isTitle || isLong)
    return (
      <InlineText
        {...common}
        className={isTitle ? 'item-page-title' : 'item-page-text'}
        isOneLine={!isLong}
        isLabelled={isLong && isLabelled}
        controlRef={controlRef}
        onChange={onChange}
      />
    );
  return (
    <TextField
      {...common}
      {...TYPING[field.kind]}
      ref={controlRef}
      dir="auto"
      counter
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** How addresses are typed. Not by `type`: an email field of Chrome would change the characters of the domain. */
const TYPING: Partial<Record<NamedField['kind'], InputHTMLAttributes<HTMLInputElement>>> = {
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  'web-address': { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
};

/** Moves to the next field on Enter, or saves in the last one. */
function leaveOnEnter(event: KeyboardEvent, nextId: string | undefined) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  if (event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (nextId) document.getElementById(nextId)?.focus();
  else (event.target as HTMLInputElement).form?.requestSubmit();
}
