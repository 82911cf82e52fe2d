import { FilePen } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/components/focus-heading.ts';
import type { Draft } from '#client/sync/draft.ts';
import { notesMessages as m } from './messages.ts';
import type { NoteText } from './note-draft.ts';

/** Offers to continue or discard a draft. */
export function DraftOffer({
  draft,
  onContinue,
  onDiscard,
}: {
  draft: Draft;
  onContinue: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}) {
  const { title, content } = draft.fields as NoteText;
  const label = draft.original ? m.unsavedChanges : m.unsavedNote;
  return (
    <section ref={useFocusHeadingOnUnmount()} className="draft-offer" aria-label={label}>
      <FilePen aria-hidden className="size-5 flex-none text-accent max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-sm font-semibold text-accent">{label}</h2>
        <p dir="auto" className="truncate">
          <span className="font-medium">{title.trim() || m.untitled}</span>
          <span className="text-ink-soft"> {content}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" onClick={() => onDiscard(draft)}>
          Discard
        </Button>
        <Button variant="secondary" onClick={() => onContinue(draft)}>
          Continue
        </Button>
      </div>
    </section>
  );
}
