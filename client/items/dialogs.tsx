import type { ComponentProps } from 'react';
import type { ConfirmDialog } from '#client/components/confirm-dialog.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import { useLastDefined } from '#client/hooks/use-last-defined.ts';
import type { Item } from '#client/sync/item.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import type LoadedConflictDialog from './conflict-dialog.tsx';
import { formatValue, titleOf } from './field-values.ts';
import { useKind } from './kind-context.ts';

type QuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel'
>;

const confirmDialog = lazyPart(async () => {
  const { ConfirmDialog } = await import('#client/components/confirm-dialog.tsx');
  return { default: ConfirmDialog };
});

/** Loads the code of the question on hover, touch or focus of the button that asks it. */
export const prefetchQuestion = confirmDialog.prefetchOnIntent;

function Question(question: ComponentProps<typeof ConfirmDialog>) {
  const Loaded = useLazyPart(confirmDialog, question.open, question.onCancel);
  return Loaded && <Loaded {...question} />;
}

/** Asks before an item is deleted. Closed while there is no item. */
export function DeleteDialog({
  item,
  onConfirm,
  ...question
}: Omit<QuestionProps, 'open' | 'onConfirm'> & {
  item: Item | undefined;
  onConfirm: (item: Item) => void;
}) {
  const { kind, messages } = useKind();
  const shown = useLastDefined(item);
  return (
    <Question
      {...question}
      open={item !== undefined}
      onConfirm={() => item && onConfirm(item)}
      title={messages.deleteTitle}
      description={messages.deleteText(shown ? titleOf(kind, shown) : '')}
      confirmLabel="Delete"
    />
  );
}

/** Asks before a draft is discarded. */
export function DiscardDialog(question: QuestionProps) {
  const { messages } = useKind();
  return (
    <Question
      {...question}
      title={messages.discardTitle}
      description={messages.discardText}
      confirmLabel="Discard"
    />
  );
}

const conflictDialog = lazyPart(() => import('./conflict-dialog.tsx'));

/** Asks which version of an item to keep. Closed while there is no entry. */
export function ConflictDialog(
  question: Omit<ComponentProps<typeof LoadedConflictDialog>, 'texts' | 'fields' | 'format'>,
) {
  const { kind, messages } = useKind();
  const isOpen = question.entry !== undefined;
  const Loaded = useLazyPart(conflictDialog, isOpen, question.onClose);
  return (
    Loaded && (
      <Loaded
        texts={messages.conflict}
        fields={fieldsIn(kind)}
        format={formatValue}
        {...question}
      />
    )
  );
}

const photoDialog = lazyPart(() => import('#client/photos/photo-dialog.tsx'));

/** Shows the photo of an item. Closed while there is no item. */
export function ItemPhotoDialog({
  item,
  onClose,
}: {
  item: Item | undefined;
  onClose: () => void;
}) {
  const { kind, messages } = useKind();
  const isOpen = item !== undefined;
  const Loaded = useLazyPart(photoDialog, isOpen, onClose);
  const shown = useLastDefined(item);
  if (!Loaded || !shown) return undefined;
  const title = titleOf(kind, shown);
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
