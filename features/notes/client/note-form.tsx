import { Dialog } from '@base-ui/react/dialog';
import { type Ref, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { TextArea, TextField } from '#client/components/text-field.tsx';
import { PhotoField } from '#client/photos/photo-field.tsx';
import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from '../contract.ts';
import { clearPhotoRequest, storePhotoRequest } from './camera-recovery.ts';
import { DiscardDialog } from './dialogs.tsx';
import { type Draft, isUnsaved } from './drafts.ts';
import { notesMessages as m } from './messages.ts';
import { type Conflict, type EditOutcome, useNoteForm } from './use-note-form.ts';

/** Creates a note, or changes the one the draft was made from. */
export function NoteForm({
  initial,
  userId,
  titleRef,
  onFinish,
}: {
  initial: Draft;
  userId: string;
  titleRef: RefObject<HTMLInputElement | null>;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const form = useNoteForm({ initial, userId, onFinish });
  const { draft, fields, conflict, isSaving, edit } = form;
  const contentRef = useRef<HTMLTextAreaElement>(null);
  const conflictRef = useRef<HTMLElement>(null);
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
    (invalid ?? (conflict ? conflictRef : saveRef)).current?.focus();
  }, [isSaving, wasSaving, fields, conflict, titleRef]);

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
        <Dialog.Title className="editor-name">
          {draft.original ? 'Edit note' : 'New note'}
        </Dialog.Title>
        <div className="editor-body">
          {conflict && (
            <ConflictPanel
              ref={conflictRef}
              conflict={conflict}
              onOverwrite={form.overwriteWithMine}
              onAccept={form.acceptServerVersion}
            />
          )}
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
            onPickerOpen={() => storePhotoRequest(userId, draft)}
            onPickerClose={() => clearPhotoRequest(userId)}
            onChange={(photo) => edit({ photo })}
          />
          {/* Invisible instead of absent, so that the layout does not shift when typing begins. */}
          <div className={`editor-draft ${isUnsaved(draft) ? '' : 'invisible'}`}>
            <p>{form.isStored ? m.draftStored : m.draftNotStored}</p>
            <button type="button" className="link min-h-11" onClick={() => setDiscarding(true)}>
              Discard draft
            </button>
          </div>
        </div>
        <div className="editor-actions">
          <Dialog.Close className="button button-ghost">Cancel</Dialog.Close>
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
    </>
  );
}

/** Shows the server's version of the note, or that it was deleted, and asks which version to keep. */
function ConflictPanel({
  ref,
  conflict,
  onOverwrite,
  onAccept,
}: {
  ref: Ref<HTMLElement>;
  conflict: Conflict;
  onOverwrite: () => void;
  onAccept: () => void;
}) {
  const isDeleted = conflict.kind === 'deleted';
  return (
    <section ref={ref} tabIndex={-1} className="conflict" aria-labelledby="conflict-title">
      <h3 id="conflict-title" className="font-semibold">
        {isDeleted ? m.deletedTitle : m.changedTitle}
      </h3>
      <p className="text-sm text-ink-soft">{isDeleted ? m.deletedText : m.changedText}</p>
      {!isDeleted && (
        <blockquote className="conflict-theirs">
          <p dir="auto" className="font-medium">
            {conflict.serverNote.title}
          </p>
          <p dir="auto" className="whitespace-pre-wrap text-ink-soft">
            {conflict.serverNote.content}
          </p>
        </blockquote>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onOverwrite}>{isDeleted ? 'Save as new note' : 'Keep mine'}</Button>
        <Button variant="secondary" onClick={onAccept}>
          {isDeleted ? 'Discard mine' : 'Take theirs'}
        </Button>
      </div>
    </section>
  );
}
