import { Pencil, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { Photo } from '#client/photos/photo.tsx';
import { MarkedExcerpt } from '#client/search/marked-excerpt.tsx';
import type { Found } from '#client/search/search-index.ts';
import type { Item } from '#client/sync/item.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { UnsentMark } from '#client/sync/unsent-mark.tsx';
import { formatDateTime, formatDay } from '#client/text/dates.ts';
import { prefetchQuestion } from './dialogs.tsx';
import { DraftMark } from './drafts.tsx';
import { titleOf } from './field-values.ts';
import { CardValues } from './item-values.tsx';
import { useKind } from './kind-context.ts';
import { dateOf } from './sort-items.ts';
import { cardLinkId, itemUrl } from './use-open-item.ts';
import './item-card.css';
import './item-cards.css';

/** The actions that a user can take on an item. */
export type ItemActions = {
  onOpen: (item: Item) => void;
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
  onOpenPhoto: (item: Item) => void;
};

/**
 * Returns what a row or card shows below its title, by default all values. Define it outside of the component or memoize
 * it: a new function re-renders every row.
 */
export type CardContent<T extends object = Item> = (item: T, found: Found | undefined) => ReactNode;

/** Shows one item as a row or a card. The link in its title covers all of it; buttons, and links in the content, lie above it. */
export const ItemCard = memo(function ItemCard({
  item,
  entry,
  hasDraft,
  isSelected,
  sort,
  found,
  content,
  areActionsTabStops,
  actions: { onOpen, onEdit, onDelete, onOpenPhoto },
}: {
  item: Item;
  /** The unsent change of the item, if there is one. */
  entry: OutboxEntry | undefined;
  hasDraft: boolean;
  isSelected: boolean;
  sort: string;
  found: Found | undefined;
  content: CardContent | undefined;
  /** False where the actions only appear below the mouse: the keyboard finds them in the reading view. */
  areActionsTabStops: boolean;
  actions: ItemActions;
}) {
  const { kind, messages } = useKind();
  const titleId = useId();
  const title = titleOf(kind, item);
  const date = dateOf(item, sort);
  return (
    <div className="item-card" data-photo={item.photo_path ? true : undefined}>
      <h3 id={titleId} dir="auto" className="item-title">
        <a
          id={cardLinkId(kind, item.id)}
          href={itemUrl(kind, item.id)}
          className="item-open"
          aria-current={isSelected || undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(item);
          }}
        >
          <MarkedExcerpt text={title} found={found} />
        </a>
      </h3>
      <div dir="auto" className="item-excerpt">
        {content?.(item, found) ?? <CardValues item={item} found={found} />}
      </div>
      {item.photo_path && (
        <button
          type="button"
          className="item-photo"
          aria-label={messages.photoOf(title)}
          aria-haspopup="dialog"
          onClick={() => onOpenPhoto(item)}
        >
          <Photo path={item.photo_path} alt="" className="size-full" />
        </button>
      )}
      <div className="item-foot">
        <time dateTime={date} title={formatDateTime(date)}>
          {sort === 'edited' && 'Edited '}
          {formatDay(date)}
        </time>
        {entry && <UnsentMark entry={entry} />}
        {hasDraft && <DraftMark />}
        <div className="item-actions">
          {[
            { label: 'Edit', Icon: Pencil, className: 'icon-button', act: onEdit },
            {
              label: 'Delete',
              Icon: Trash2,
              className: 'icon-button item-delete',
              act: onDelete,
              prefetch: prefetchQuestion,
            },
          ].map(({ label, Icon, className, act, prefetch }) => (
            <button
              key={label}
              type="button"
              className={className}
              aria-label={label}
              aria-describedby={titleId}
              tabIndex={areActionsTabStops ? undefined : -1}
              {...prefetch}
              onClick={() => act(item)}
            >
              <Icon aria-hidden className="size-4.5" />
            </button>
          ))}
        </div>
      </div>
    </div>
  );
});
