import type { Ref } from 'react';
import { Button } from '#client/components/button.tsx';
import { notesMessages as m } from './messages.ts';
import type { Conflict } from './use-note-form.ts';

/** Two versions of one note: shows the other one and asks which stays. */
export function ConflictPanel({
  ref,
  conflict,
  onKeepMine,
  onTakeTheirs,
}: {
  ref: Ref<HTMLElement>;
  conflict: Conflict;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const isGone = conflict.kind === 'gone';
  return (
    <section ref={ref} tabIndex={-1} className="conflict" aria-labelledby="conflict-title">
      <h3 id="conflict-title" className="font-semibold">
        {isGone ? m.goneTitle : m.changedTitle}
      </h3>
      <p className="text-sm text-ink-soft">{isGone ? m.goneText : m.changedText}</p>
      {!isGone && (
        <blockquote className="conflict-theirs">
          <p dir="auto" className="font-medium">
            {conflict.theirs.title}
          </p>
          <p dir="auto" className="whitespace-pre-wrap text-ink-soft">
            {conflict.theirs.content}
          </p>
        </blockquote>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>{isGone ? 'Save as new note' : 'Keep mine'}</Button>
        <Button variant="secondary" onClick={onTakeTheirs}>
          {isGone ? 'Discard mine' : 'Take theirs'}
        </Button>
      </div>
    </section>
  );
}
