import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { useCloseOnBack } from '#client/components/use-close-on-back.ts';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import type { Note } from '../contract.ts';
import type { Draft } from './draft.ts';
import { NoteForm } from './note-form.tsx';
import type { Editing } from './use-editor.ts';

/**
 * The form over the list: a sheet as high as a phone, a page on a desk. Closing it keeps what was
 * typed as a draft, so it never asks; pressing beside it does nothing, too many do so by accident.
 */
export function NoteEditor({
  editing,
  userId,
  focusAfter,
  onClose,
  onSaved,
  onGone,
  onTakeTheirs,
  onDiscard,
}: {
  editing: Editing | undefined;
  userId: string;
  focusAfter: () => HTMLElement | null;
  onClose: (key: number) => void;
  onSaved: (note: Note, draft: Draft) => void;
  onGone: (id: string) => void;
  /** Without a note: theirs is that it was deleted. */
  onTakeTheirs: (theirs: Note | undefined, draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}) {
  const shown = useLastDefined(editing);
  const titleRef = useRef<HTMLInputElement>(null);
  const key = shown?.key ?? 0;
  useCloseOnBack(editing !== undefined, () => onClose(key));
  return (
    <Dialog.Root
      open={editing !== undefined}
      onOpenChange={(open) => !open && onClose(key)}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup
          className="dialog editor"
          initialFocus={titleRef}
          finalFocus={() => focusAfter() ?? true}
        >
          {shown && (
            <NoteForm
              key={key}
              initial={shown.draft}
              userId={userId}
              titleRef={titleRef}
              onSaved={(note, draft) => {
                onSaved(note, draft);
                onClose(key);
              }}
              onGone={onGone}
              onTakeTheirs={(theirs, draft) => {
                onTakeTheirs(theirs, draft);
                onClose(key);
              }}
              onDiscard={(draft) => {
                onDiscard(draft);
                onClose(key);
              }}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
