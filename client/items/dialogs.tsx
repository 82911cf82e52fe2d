import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx';
import { lazyPart, useLazyPart } from '#client/components/lazy-part.ts';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import type { Item } from '#client/sync/entity.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import type LoadedConflictDialog from './conflict-dialog.tsx';
import { formatValue, titleOf } from './field-values.ts';
import type { ItemMessages } from './item-messages.ts';
import type { ItemType } from './item-type.ts';

type QuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel'
>;

/** Asks before an item is deleted. Closed while there is no item. */
export function DeleteDialog<T extends Item>({
  type: { entity, messages },
  item,
  onConfirm,
  ...question
}: Omit<QuestionProps, 'open' | 'onConfirm'> & {
  type: ItemType;
  item: T | undefined;
  onConfirm: (item: T) => void;
}) {
  const shown = useLastDefined(item);
  return (
    <ConfirmDialog
      {...question}
      open={item !== undefined}
      onConfirm={() => item && onConfirm(item)}
      title={messages.deleteTitle}
      description={messages.deleteText(shown ? titleOf(entity, shown) : '')}
      confirmLabel="Delete"
    />
  );
}

/** Asks before a draft is discarded. */
export function DiscardDialog({
  messages,
  ...question
}: QuestionProps & { messages: ItemMessages }) {
  return (
    <ConfirmDialog
      {...question}
      title={messages.discardTitle}
      description={messages.discardText}
      confirmLabel="Discard"
    />
  );
}

const conflictDialog = lazyPart(() => import('./conflict-dialog.tsx'));

/** Asks which version of an item stays. Closed while there is no entry. */
export function ConflictDialog({
  type: { entity, messages },
  ...question
}: Omit<ComponentProps<typeof LoadedConflictDialog>, 'texts' | 'fields' | 'format'> & {
  type: ItemType;
}) {
  const isOpen = question.entry !== undefined;
  const Loaded = useLazyPart(conflictDialog, isOpen, question.onClose);
  return (
    Loaded && (
      <Loaded
        texts={messages.conflict}
        fields={fieldsIn(entity)}
        format={formatValue}
        {...question}
      />
    )
  );
}

const photoDialog = lazyPart(() => import('#client/photos/photo-dialog.tsx'));

/** Shows the photo of an item. Closed while there is no item. */
export function ItemPhotoDialog({
  type: { entity, messages },
  item,
  onClose,
}: {
  type: ItemType;
  item: Item | undefined;
  onClose: () => void;
}) {
  const isOpen = item !== undefined;
  const Loaded = useLazyPart(photoDialog, isOpen, onClose);
  const shown = useLastDefined(item);
  if (!Loaded || !shown) return undefined;
  const title = titleOf(entity, shown);
  return (
    <Loaded
      path={shown.photo_path}
      title={title}
      alt={messages.photoOf(title)}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
