import { Plus } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#client/components/button.tsx';
import { usePullToRefresh } from '#client/components/use-pull-to-refresh.tsx';
import { useOnline } from '#client/pwa/online.ts';
import type { Draft } from '#client/sync/draft.ts';
import { StaleNotice } from '#client/sync/stale-notice.tsx';
import { UnsentNotice } from '#client/sync/unsent-notice.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { NoNotes, NoteSkeletons, NotesFailed } from './list-states.tsx';
import { notesMessages as m } from './messages.ts';
import type { NoteActions } from './note-list.tsx';
import { NoteStats } from './note-stats.tsx';
import { SearchableNotes } from './searchable-notes.tsx';
import type { Notes } from './use-notes.ts';

/** Shows the list of notes, their numbers, and what waits for the person. */
export function NotesOverview({
  notes,
  newNoteButton,
  onDiscard,
  children,
  ...card
}: {
  notes: Notes;
  newNoteButton: RefObject<HTMLButtonElement | null>;
  onDiscard: (draft: Draft) => void;
  /** Follows the list. */
  children: ReactNode;
} & NoteActions) {
  const { items, entries, loadedAt, editor, isLoading, reload } = notes;
  const [page, pullSpinner] = usePullToRefresh(reload, m.refreshing);
  const online = useOnline();
  const hasFailed = notes.connection === 'failed';
  const isLoaded = loadedAt !== undefined;
  const isEmpty = isLoaded && items?.length === 0;
  return (
    <div ref={page} className="notes" data-empty={isEmpty || undefined}>
      {pullSpinner}
      <div className="notes-head">
        <h1 className="text-title">Notes</h1>
        <Button ref={newNoteButton} className="new-note" onClick={editor.create}>
          <Plus aria-hidden className="size-5" />
          <span>New note</span>
        </Button>
      </div>
      {!isEmpty && (
        <NoteStats
          notes={isLoaded && notes.isComplete ? items : undefined}
          filter={notes.filter}
          onFilter={notes.setFilter}
        />
      )}
      <UnsentNotice entries={entries} isSending={notes.isSending} onSend={notes.sendAll} />
      {notes.drafts.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          onContinue={editor.continueDraft}
          onDiscard={onDiscard}
        />
      ))}
      {!isLoaded && online && !hasFailed && <NoteSkeletons />}
      {isLoaded && online && hasFailed && (
        <StaleNotice loadedAt={loadedAt} onRetry={reload} pending={isLoading} />
      )}
      {!isLoaded && (!online || hasFailed) && <NotesFailed onRetry={reload} pending={isLoading} />}
      {isEmpty && <NoNotes />}
      {items && items.length > 0 && (
        <SearchableNotes
          notes={items}
          entries={entries}
          filter={notes.filter}
          onFilter={notes.setFilter}
          createdId={notes.createdId}
          {...card}
        />
      )}
      {children}
    </div>
  );
}
