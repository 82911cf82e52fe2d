import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { TextArea, TextField } from '#client/components/text-field.tsx';
import { PhotoField } from '#client/photos/photo-field.tsx';
import { haveSameFields } from '#client/sync/entity.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS, type Note } from '../contract.ts';
import { DiscardDialog, NoteConflictDialog } from './dialogs.tsx';
import { notesMessages as m } from './messages.ts';
import { isUnsaved, type NoteDraft } from './note-draft.ts';
import { noteEntity } from './note-entity.ts';
import { type EditOutcome, useNoteForm } from './use-note-form.ts';

/** Creates a note, or changes the one the draft was made from. */
export function NoteForm({
  initial,
  rejected,
  current,
  sync,
  nameId,
  nameRef,
  titleRef,
  onFinish,
}: {
  initial: NoteDraft;
  /** An earlier try that the server refused. */
  rejected: OutboxEntry | undefined;
  /** The note as it is now; undefined if it is new or was deleted. */
  current: Note | undefined;
  sync: UserSync;
  /** The id of the heading, which names the form. */
  nameId: string;
  nameRef: RefObject<HTMLHeadingElement | null>;
  titleRef: RefObject<HTMLInputElement | null>;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const form = useNoteForm({ initial, rejected, sync, onFinish });
  const { draft, fields, isSaving, edit, rejection } = form;
  const contentRef = useRef<HTMLTextAreaElement>(null);
  const saveRef = useRef<HTMLButtonElement>(null);
  const [discarding, setDiscarding] = useState(false);
  const isFilled = draft.title.trim() !== '' && draft.content.trim() !== '';

  const [wasSaving, setWasSaving] = useState(false);
  if (isSaving && !wasSaving) setWasSaving(true);
  // The pressed button may have lost focus while the note was saved: focus what needs attention.
  useEffect(() => {
    if (isSaving || !wasSaving) return;
    setWasSaving(false);
    const invalid = fields.title ? titleRef : fields.content ? contentRef : undefined;
    (invalid ?? saveRef).current?.focus();
  }, [isSaving, wasSaving, fields, titleRef]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving || !isFilled) return;
    const errors = form.save();
    if (errors.title) titleRef.current?.focus();
    else if (errors.content) contentRef.current?.focus();
  }

  return (
    <>
      <form
        className="editor-form"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.requestSubmit();
        }}
      >
        <h2 ref={nameRef} id={nameId} tabIndex={-1} className="editor-name">
          {draft.original ? 'Edit note' : 'New note'}
        </h2>
        <div className="editor-body">
          <p role="status" className="editor-notice empty:hidden">
            {rejection ? m.rejected(rejection.error) : changeElsewhere(draft.original, current)}
          </p>
          <TextField
            ref={titleRef}
            label="Title"
            dir="auto"
            className="editor-title"
            autoComplete="off"
            enterKeyHint="next"
            counter
            maxLength={NOTE_TITLE_MAX_CHARACTERS}
            value={draft.title}
            error={fields.title}
            readOnly={isSaving}
            onChange={(event) => edit({ title: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              if (event.nativeEvent.isComposing) return;
              event.preventDefault();
              contentRef.current?.focus();
            }}
          />
          <TextArea
            ref={contentRef}
            label="Content"
            dir="auto"
            className="editor-content"
            counter
            maxLength={NOTE_CONTENT_MAX_CHARACTERS}
            value={draft.content}
            error={fields.content}
            readOnly={isSaving}
            onChange={(event) => edit({ content: event.target.value })}
          />
          <PhotoField
            photo={draft.photo}
            savedPath={draft.original?.photo_path}
            alt={m.photoOf(draft.original?.title ?? '')}
            error={fields.photo_path}
            disabled={isSaving}
            onPickerOpen={() => form.setAwaitingPhoto(true)}
            onPickerClose={() => form.setAwaitingPhoto(false)}
            onChange={(photo) => edit({ photo })}
          />
          {/* Invisible instead of absent, so that the layout does not shift when typing begins. */}
          <div className={`editor-draft ${isUnsaved(draft) || rejection ? '' : 'invisible'}`}>
            <p>
              {form.isStored && m.draftStored}
              {form.isStored === false && m.draftNotStored}
            </p>
            <button type="button" className="link min-h-11" onClick={() => setDiscarding(true)}>
              {rejection ? 'Discard change' : 'Discard draft'}
            </button>
          </div>
        </div>
        <div className="editor-actions">
          <Button variant="ghost" onClick={() => onFinish({ kind: 'closed' })}>
            Cancel
          </Button>
          <Button ref={saveRef} type="submit" disabled={!isFilled} pending={isSaving}>
            Save
          </Button>
        </div>
      </form>
      {/* Outside the form, which would otherwise handle the key presses of the dialog. */}
      <DiscardDialog
        open={discarding}
        onCancel={() => setDiscarding(false)}
        onConfirm={form.discard}
      />
      <NoteConflictDialog
        entry={form.conflict}
        onResolve={form.resolve}
        onClose={form.closeConflict}
        finalFocus={() => saveRef.current}
      />
    </>
  );
}

/** Returns what another device did to the note since editing began. */
function changeElsewhere(original: Note | undefined, current: Note | undefined) {
  if (!original) return undefined;
  if (!current) return m.deletedWhileEditing;
  return haveSameFields(noteEntity, original, current) ? undefined : m.changedWhileEditing;
}
