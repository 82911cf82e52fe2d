import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { Button } from '#client/components/button.tsx';
import { EmptySheet } from '#client/components/empty-sheet.tsx';
import { usePullToRefresh } from '#client/pull-to-refresh/use-pull-to-refresh.tsx';
import { useOnline } from '#client/pwa/online.ts';
import type { Draft } from '#client/sync/draft.ts';
import { MemoryNotice, StaleNotice, SyncNotices, UnsentNotice } from '#client/sync/notices.tsx';
import { type DraftActions, DraftRow, DraftsLine } from './drafts.tsx';
import type { Additions, ListProps } from './item-list.tsx';
import { useKind } from './kind-context.ts';
import { ItemMessage, ItemSkeletons } from './list-states.tsx';
import { type OnFirst, SearchableItems } from './searchable-items.tsx';
import type { Items } from './use-items.ts';

/** Shows the list of items, and unsaved changes and notices that need the user. */
export function ItemsOverview({
  state,
  addButton,
  summary,
  filter,
  draftActions,
  children,
  ...list
}: Additions &
  Pick<ListProps, 'selectedId' | 'actions'> &
  OnFirst & {
    state: Items;
    addButton: RefObject<HTMLButtonElement | null>;
    draftActions: DraftActions;
    /** Rendered below the list. */
    children: ReactNode;
  }) {
  const { kind, messages: m } = useKind();
  const { items, entries, drafts, loadedAt, editor, isLoading, reload } = state;
  const [page, pullSpinner] = usePullToRefresh(reload, m.refreshing);
  const online = useOnline();
  const hasFailed = state.connection === 'failed';
  const isLoaded = loadedAt !== undefined;
  const draftIds = useMemo(() => idsIn(drafts), [drafts]);
  const isListed = ({ original }: Draft) => items?.some(({ id }) => id === original?.id) ?? false;
  // Also of items that were deleted, once it is known that they were.
  const rows = drafts.filter(
    (draft) => !draft.original || (isLoaded && state.isComplete && !isListed(draft)),
  );
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
      <DraftsLine drafts={drafts.filter(isListed)} onOpen={list.actions.onOpen} />
      {rows.length > 0 && (
        <div className="item-grid">
          {rows.map((draft) => (
            <DraftRow key={draft.id} draft={draft} {...draftActions} />
          ))}
        </div>
      )}
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
          draftIds={draftIds}
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

/** Returns the ids of the items with unsaved changes. */
const idsIn = (drafts: Draft[]) => new Set(drafts.flatMap(({ original }) => original?.id ?? []));
