import { Plus } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#client/components/button.tsx';
import { EmptySheet } from '#client/components/empty-sheet.tsx';
import { usePullToRefresh } from '#client/pull-to-refresh/use-pull-to-refresh.tsx';
import { useOnline } from '#client/pwa/online.ts';
import type { Draft } from '#client/sync/draft.ts';
import { MemoryNotice, StaleNotice, SyncNotices, UnsentNotice } from '#client/sync/notices.tsx';
import { DraftOffer } from './draft-offer.tsx';
import type { Additions, ListProps } from './item-list.tsx';
import { useKind } from './kind-context.ts';
import { ItemMessage, ItemSkeletons } from './list-states.tsx';
import { type OnFirst, SearchableItems } from './searchable-items.tsx';
import type { Items } from './use-items.ts';

/** Shows the list of items, and drafts and notices that need the user. */
export function ItemsOverview({
  state,
  addButton,
  summary,
  filter,
  onDiscard,
  children,
  ...list
}: Additions &
  Pick<ListProps, 'selectedId' | 'actions'> &
  OnFirst & {
    state: Items;
    addButton: RefObject<HTMLButtonElement | null>;
    onDiscard: (draft: Draft) => void;
    /** Rendered below the list. */
    children: ReactNode;
  }) {
  const { kind, messages: m } = useKind();
  const { items, entries, loadedAt, editor, isLoading, reload } = state;
  const [page, pullSpinner] = usePullToRefresh(reload, m.refreshing);
  const online = useOnline();
  const hasFailed = state.connection === 'failed';
  const isLoaded = loadedAt !== undefined;
  const isEmpty = isLoaded && items?.length === 0;
  return (
    <div ref={page} className="items" data-items={kind.many} data-empty={isEmpty || undefined}>
      {pullSpinner}
      <div className="items-head">
        <h1 className="text-heading">{m.heading}</h1>
        <Button ref={addButton} className="new-item" onClick={editor.create}>
          <Plus aria-hidden className="size-5" />
          <span>{m.add}</span>
        </Button>
      </div>
      {summary?.(isLoaded && state.isComplete ? items : undefined)}
      {state.drafts.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          onContinue={editor.continueDraft}
          onDiscard={onDiscard}
        />
      ))}
      {!isLoaded && online && !hasFailed && <ItemSkeletons />}
      {!isLoaded && (!online || hasFailed) && (
        <ItemMessage title={m.loadFailedTitle} text={m.loadFailedText}>
          {online && <p className="text-sm text-ink-faint">{state.loadError}</p>}
          <Button className="mt-3" variant="secondary" pending={isLoading} onClick={reload}>
            Try again
          </Button>
        </ItemMessage>
      )}
      {isEmpty && <ItemMessage drawing={<EmptySheet />} title={m.emptyTitle} text={m.emptyText} />}
      {items && items.length > 0 && (
        <SearchableItems
          items={items}
          entries={entries}
          filter={filter}
          createdId={state.createdId}
          {...list}
        />
      )}
      {children}
      <SyncNotices>
        <UnsentNotice
          entries={entries}
          sendError={state.sendError}
          pending={state.isSending}
          onPress={state.sendAll}
        />
        {state.memoryReason && (
          <MemoryNotice reason={state.memoryReason} pending={isLoading} onPress={reload} />
        )}
        {isLoaded && online && hasFailed && (
          <StaleNotice loadedAt={loadedAt} pending={isLoading} onPress={reload} />
        )}
      </SyncNotices>
    </div>
  );
}
