import { Dialog } from '@base-ui/react/dialog';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { TextArea, TextField } from '#client/components/text-field.tsx';
import type { Note } from '../contract.ts';
import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from '../contract.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { type Draft, isUnsaved } from './draft.ts';
import { expectPhoto, photoArrived } from './lost-photo.ts';
import { notesMessages as m } from './messages.ts';
import { PhotoField } from './photo-field.tsx';
import { useNoteForm } from './use-note-form.ts';

/** Create or edit, depending on whether the draft began as a note. */
export function NoteForm({
  initial,
  userId,
  titleRef,
  onSaved,
  onGone,
  onTakeTheirs,
  onDiscard,
}: {
  initial: Draft;
  userId: string;
  titleRef: RefObject<HTMLInputElement | null>;
  onSaved: (note: Note, draft: Draft) => void;
  onGone: (id: string) => void;
  onTakeTheirs: (theirs: Note | undefined, draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}) {
  const form = useNoteForm({ initial, userId, onSaved, onGone });
  const { draft, fields, conflict, isSaving, edit } = form;
  const contentRef = useRef<HTMLTextAreaElement>(null);
  const conflictRef = useRef<HTMLElement>(null);
  const saveRef = useRef<HTMLButtonElement>(null);
  const [discarding, setDiscarding] = useState(false);
  const isFilled = draft.title.trim() !== '' && draft.content.trim() !== '';

  const [wasSaving, setWasSaving] = useState(false);
  if (isSaving && !wasSaving) setWasSaving(true);
  // A save that came back: what was pressed may have lost focus meanwhile, so lead to what is needed.
  useEffect(() => {
    if (isSaving || !wasSaving) return;
    setWasSaving(false);
    const wrong = fields.title ? titleRef : fields.content ? contentRef : undefined;
    (wrong ?? (conflict ? conflictRef : saveRef)).current?.focus();
  }, [isSaving, wasSaving, fields, conflict, titleRef]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving || !isFilled) return;
    const wrong = form.save();
    if (wrong.title) titleRef.current?.focus();
    else if (wrong.content) contentRef.current?.focus();
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
        <Dialog.Title className="editor-name">{draft.base ? 'Edit note' : 'New note'}</Dialog.Title>
        <div className="editor-body">
          {conflict && (
            <ConflictPanel
              ref={conflictRef}
              conflict={conflict}
              onKeepMine={form.keepMine}
              onTakeTheirs={() =>
                onTakeTheirs(conflict.kind === 'changed' ? conflict.theirs : undefined, draft)
              }
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
            className="editor-content resize-none!"
            counter
            maxLength={NOTE_CONTENT_MAX_CHARACTERS}
            value={draft.content}
            error={fields.content}
            readOnly={isSaving}
            onChange={(event) => edit({ content: event.target.value })}
          />
          <PhotoField
            photo={draft.photo}
            base={draft.base}
            error={fields.photo_path}
            disabled={isSaving}
            onAsk={() => expectPhoto(userId, draft)}
            onAnswer={() => photoArrived(userId)}
            onChange={(photo) => edit({ photo })}
          />
          {/* Keeps its place, so that nothing moves under the first letter. */}
          <div className={`editor-draft ${isUnsaved(draft) ? '' : 'invisible'}`}>
            <p>{form.isKept ? m.draftKept : m.draftNotKept}</p>
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
      {/* Not in the form, which would take the dialog's key presses for its own. */}
      <DiscardDialog
        open={discarding}
        onCancel={() => setDiscarding(false)}
        onConfirm={() => onDiscard(draft)}
      />
    </>
  );
}
