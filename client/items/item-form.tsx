import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { PhotoField } from '#client/photos/photo-field.tsx';
import { haveSameFields, type Item } from '#client/sync/item.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import type { NamedField } from '#shared/described-fields.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { CloseButton } from './close-button.tsx';
import { ConflictDialog, DiscardDialog, prefetchQuestion } from './dialogs.tsx';
import { shownFields, titleOf } from './field-values.ts';
import { controlId, ItemFields } from './item-fields.tsx';
import { ItemMeta } from './item-values.tsx';
import { type ShownKind, useKind } from './kind-context.ts';
import { withOwnId } from './reference-options.ts';
import type { OpenForm } from './use-item-editor.ts';
import { type EditOutcome, useItemForm } from './use-item-form.ts';
import './item-page.css';
import './item-form.css';

/** Renders the form that creates an item or changes the item the draft was made from. */
export function ItemForm({
  opened,
  current,
  entry,
  sync,
  isDiscarding,
  onDiscarding,
  nameId,
  nameRef,
  firstFieldRef,
  onFinish,
}: {
  opened: OpenForm;
  /** The item as it is now; undefined if it is new or was deleted. */
  current: Item | undefined;
  /** The unsent change of the item, if there is one. */
  entry: OutboxEntry | undefined;
  sync: UserSync;
  /** Whether the dialog that confirms discarding the draft is open. */
  isDiscarding: boolean;
  onDiscarding: (isDiscarding: boolean) => void;
  /** The id of the heading, which names the form. */
  nameId: string;
  nameRef: RefObject<HTMLHeadingElement | null>;
  firstFieldRef: RefObject<HTMLElement | null>;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const shown = useKind();
  const { kind, messages: m } = shown;
  const form = useItemForm({ opened, sync, onFinish });
  const { content, errors, isSaving, canSave, rejection } = form;
  const { original } = content;
  const formId = useId();
  const saveRef = useRef<HTMLButtonElement>(null);
  const [isPreparingPhoto, setPreparingPhoto] = useState(false);
  const fields = withOwnId(shownFields(kind), kind, original?.id);

  const [wasSaving, setWasSaving] = useState(false);
  if (isSaving && !wasSaving) setWasSaving(true);
  // The pressed button may have lost focus while the item was being saved: focus what needs attention.
  useEffect(() => {
    if (isSaving || !wasSaving) return;
    setWasSaving(false);
    (firstInvalid(shownFields(kind), formId, errors) ?? saveRef.current)?.focus();
  }, [isSaving, wasSaving, errors, kind, formId]);

  const close = () => onFinish({ kind: 'closed' });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving || isPreparingPhoto || !canSave) return;
    // Saving would date the item as edited, also on other devices.
    if (current && !form.hasChanges && !rejection) close();
    else firstInvalid(fields, formId, form.save())?.focus();
  }

  return (
    <>
      <form
        className="item-page item-form"
        data-new={original ? undefined : true}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saveRef.current?.click();
        }}
      >
        <div className="item-page-bar">
          <CloseButton label="Close" onClick={close} />
          <h2 ref={nameRef} id={nameId} tabIndex={-1} className="item-form-name">
            {original ? m.edit : m.add}
          </h2>
          <Button variant="ghost" className="item-page-second" onClick={close}>
            Cancel
          </Button>
          <Button
            ref={saveRef}
            type="submit"
            className="item-page-first"
            disabled={!canSave}
            pending={isSaving || isPreparingPhoto}
          >
            Save
          </Button>
        </div>
        <div className="item-page-body">
          <ItemFields
            formId={formId}
            fields={fields}
            values={content.fields}
            errors={errors}
            readOnly={isSaving}
            firstRef={firstFieldRef}
            onChange={form.setField}
          >
            <ItemMeta item={current ?? original} entry={entry} />
          </ItemFields>
          {kind.photo && (
            <PhotoField
              photo={content.photo}
              savedPath={original?.photo_path}
              alt={m.photoOf(original ? titleOf(kind, original) : '')}
              error={errors.photo_path}
              disabled={isSaving}
              onPicking={form.setAwaitingPhoto}
              onPreparing={setPreparingPhoto}
              onChange={form.setPhoto}
            />
          )}
          {/* Invisible instead of absent, so that the layout does not shift when typing begins. */}
          <div className={`item-form-draft ${form.hasChanges || rejection ? '' : 'invisible'}`}>
            <p>
              {form.kept === 'stored' && m.draftStored}
              {form.kept === 'failed' && m.draftNotStored}
              {form.kept === 'too-many' && m.tooManyDrafts}
            </p>
            <button
              type="button"
              className="link min-h-11"
              {...prefetchQuestion}
              onClick={() => onDiscarding(true)}
            >
              {rejection ? 'Discard change' : 'Discard changes'}
            </button>
          </div>
        </div>
        <p role="status" className="item-page-foot item-form-notice empty:hidden">
          {rejection ? m.rejected(rejection.error) : changeElsewhere(shown, original, current)}
        </p>
      </form>
      {/* Outside the form, which would otherwise handle the key presses of the dialog. */}
      <DiscardDialog
        open={isDiscarding}
        onCancel={() => onDiscarding(false)}
        onConfirm={form.discard}
      />
      <ConflictDialog
        entry={form.conflict}
        onResolve={form.resolve}
        onClose={form.closeConflict}
        finalFocus={() => saveRef.current}
      />
    </>
  );
}

/** Finds the control of the first field with an error. */
function firstInvalid(fields: NamedField[], formId: string, errors: FieldErrors) {
  const field = fields.find(({ name }) => errors[name]);
  return field && document.getElementById(controlId(formId, field));
}

/** Returns what another device did to the item since editing began. */
function changeElsewhere(
  { kind, messages }: ShownKind,
  original: Item | undefined,
  current: Item | undefined,
) {
  if (!original) return undefined;
  if (!current) return messages.deletedWhileEditing;
  return haveSameFields(kind, original, current) ? undefined : messages.changedWhileEditing;
}
