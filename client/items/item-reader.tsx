import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '#client/components/button.tsx';
import { Skeleton } from '#client/components/skeleton.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { CloseButton } from './close-button.tsx';
import { prefetchQuestion } from './dialogs.tsx';
import { type DraftActions, DraftBar } from './drafts.tsx';
import { titleOf } from './field-values.ts';
import type { ItemActions } from './item-card.tsx';
import { ItemMeta, ItemPhoto, ItemValues } from './item-values.tsx';
import { useKind } from './kind-context.ts';
import { ItemMessage } from './list-states.tsx';
import { referencesTo } from './reference-titles.ts';
import type { Reading } from './use-reading.ts';
import './item-page.css';
import './item-reader.css';

const referringLinks = lazyPart(() => import('./referring-links.tsx'));

/** Shows an item to read. */
export function ItemReader({
  reading,
  entry,
  isOpened,
  draft,
  draftActions,
  takesFocus,
  focusRequests,
  hidden,
  onClose,
  actions: { onEdit, onDelete, onOpenPhoto },
}: {
  reading: Reading;
  /** The unsent change of the item, if there is one. */
  entry: OutboxEntry | undefined;
  /** Whether the address names the item. */
  isOpened: boolean;
  /** A draft of the item that no form has open. */
  draft: Draft | undefined;
  draftActions: DraftActions;
  /** Returns whether to focus the reading view when the item appears and when that is requested. */
  takesFocus: () => boolean;
  focusRequests: number;
  /** True while the form is shown instead. */
  hidden: boolean;
  onClose: () => void;
  actions: ItemActions;
}) {
  const { kind } = useKind();
  const titleId = useId();
  const item = reading.kind === 'item' ? reading.item : undefined;
  const view = useRef<HTMLElement>(null);
  const isLoading = reading.kind === 'loading';
  const Referring = useLazyPart(referringLinks, referencesTo(kind).length > 0);
  const takeFocus = useEffectEvent(() => {
    if (isOpened && !isLoading && takesFocus()) view.current?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may ask for the focus
  useEffect(() => takeFocus(), [isOpened, isLoading, focusRequests]);
  return (
    // With the focus, so that a screen reader starts with the title and the next press of Tab reaches Edit.
    <article
      ref={view}
      tabIndex={-1}
      className="item-page reader"
      aria-labelledby={titleId}
      hidden={hidden}
    >
      <div className="item-page-bar">
        <CloseButton label="Back to the list" onClick={onClose} />
        {item && (
          <>
            <Button variant="secondary" className="item-page-first" onClick={() => onEdit(item)}>
              <Pencil aria-hidden className="size-4.5" />
              Edit
            </Button>
            <Button
              variant="ghost"
              className="item-page-second reader-delete"
              {...prefetchQuestion}
              onClick={() => onDelete(item)}
            >
              <Trash2 aria-hidden className="size-4.5" />
              Delete
            </Button>
          </>
        )}
      </div>
      {reading.kind === 'loading' && <LoadingItem titleId={titleId} />}
      {(reading.kind === 'missing' || reading.kind === 'unknown') && (
        <NoItem key={reading.kind} {...{ reading, titleId, onClose }} />
      )}
      {item && (
        <div className="item-page-body">
          <h2 id={titleId} dir="auto" className="item-page-title">
            {titleOf(kind, item)}
          </h2>
          <ItemMeta item={item} entry={entry} />
          <ItemValues item={item} />
          {Referring && <Referring item={item} />}
          <ItemPhoto item={item} isOpened={isOpened} onOpen={() => onOpenPhoto(item)} />
        </div>
      )}
      {item && draft && <DraftBar draft={draft} {...draftActions} />}
    </article>
  );
}

/** Says why there is no item to read. */
function NoItem({
  reading,
  titleId,
  onClose,
}: {
  reading: Extract<Reading, { kind: 'missing' | 'unknown' }>;
  titleId: string;
  onClose: () => void;
}) {
  const { messages: m } = useKind();
  const isUnknown = reading.kind === 'unknown';
  const title = (
    <h2 id={titleId} className="text-heading">
      {isUnknown ? m.unknownTitle : m.missingTitle}
    </h2>
  );
  return (
    <ItemMessage title={title} text={isUnknown ? m.unknownText : m.missingText}>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {isUnknown && (
          <Button variant="secondary" pending={reading.isAsking} onClick={reading.askAgain}>
            Try again
          </Button>
        )}
        <Button variant={isUnknown ? 'ghost' : 'secondary'} onClick={onClose}>
          {m.showAll}
        </Button>
      </div>
    </ItemMessage>
  );
}

function LoadingItem({ titleId }: { titleId: string }) {
  const { messages } = useKind();
  return (
    <div className="item-page-body">
      <p id={titleId} role="status" className="sr-only">
        {messages.loading}
      </p>
      <div aria-hidden="true" className="grid gap-3">
        <Skeleton className="mb-4 h-8 w-3/5" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  );
}
