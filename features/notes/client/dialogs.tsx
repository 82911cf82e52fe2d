import { type ComponentProps, lazy, Suspense } from 'react';
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import type LoadedConflictDialog from '#client/sync/conflict-dialog.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';

type QuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel'
>;

/** Asks before a note is deleted. Closed while there is no note. */
export function DeleteDialog({
  note,
  onConfirm,
  ...question
}: Omit<QuestionProps, 'open' | 'onConfirm'> & {
  note: Note | undefined;
  onConfirm: (note: Note) => void;
}) {
  const shown = useLastDefined(note);
  return (
    <ConfirmDialog
      {...question}
      open={note !== undefined}
      onConfirm={() => note && onConfirm(note)}
      title={m.deleteTitle}
      description={m.deleteText(shown?.title ?? '')}
      confirmLabel="Delete"
    />
  );
}

/** Asks before a draft is discarded. */
export function DiscardDialog(question: QuestionProps) {
  return (
    <ConfirmDialog
      {...question}
      title={m.discardTitle}
      description={m.discardText}
      confirmLabel="Discard"
    />
  );
}

const ConflictDialog = lazy(() => import('#client/sync/conflict-dialog.tsx'));

/** Asks which version of a note stays. Closed while there is no entry. */
export function NoteConflictDialog(
  question: Omit<ComponentProps<typeof LoadedConflictDialog>, 'fields' | 'texts'>,
) {
  // Its code is loaded with the first conflict.
  const shown = useLastDefined(question.entry);
  return (
    shown && (
      <Suspense>
        <ConflictDialog
          {...question}
          fields={{ title: 'Title', content: 'Content' }}
          texts={m.conflict}
        />
      </Suspense>
    )
  );
}

const LoadedPhotoDialog = lazy(() => import('./photo-dialog.tsx'));

/** Shows the photo of a note. Closed while there is no note. */
export function PhotoDialog({ note, onClose }: { note: Note | undefined; onClose: () => void }) {
  // Its code is loaded with the first photo that is opened.
  const shown = useLastDefined(note);
  return (
    shown && (
      <Suspense>
        <LoadedPhotoDialog note={shown} isOpen={note !== undefined} onClose={onClose} />
      </Suspense>
    )
  );
}
