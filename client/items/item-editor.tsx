import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useId, useRef } from 'react';
import { PaneDialog } from '#client/components/pane-dialog.tsx';
import { useLastDefined } from '#client/hooks/use-last-defined.ts';
import { useCloseOnBack } from '#client/page/use-close-on-back.ts';
import type { Item } from '#client/sync/item.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { prefetchFields } from './item-fields.tsx';
import { ItemForm } from './item-form.tsx';
import { useKind } from './kind-context.ts';
import type { ItemEditing } from './use-item-editor.ts';
import type { EditOutcome } from './use-item-form.ts';
import './item-editor.css';

/**
 * Shows the form: in the pane beside the list if there is one, otherwise in a dialog above everything. Closing it keeps
 * unsaved changes as a draft; it asks first only if the draft could not be stored. Pressing outside does not close it,
 * because that often happens by accident.
 */
export function ItemEditor({
  editor: { editing, close, asksBeforeLosing, setDiscarding },
  sync,
  current,
  finalFocus,
  onFinish,
}: {
  editor: ItemEditing;
  sync: UserSync;
  /** The current items: another device may change one while it is edited here. */
  current: Item[];
  /** Returns the element that gets focus when the editor closes. */
  finalFocus: () => HTMLElement | null;
  /** Called with how editing ended and with the remaining draft. */
  onFinish: (outcome: EditOutcome, closed: ReturnType<ItemEditing['close']>) => void;
}) {
  const { kind } = useKind();
  const { key } = editing;
  const isOpen = editing.form !== undefined;
  const opened = useLastDefined(editing.form);
  const name = useRef<HTMLHeadingElement>(null);
  const firstField = useRef<HTMLElement>(null);
  const nameId = useId();
  useEffect(() => prefetchFields(kind), [kind]);
  useCloseOnBack(isOpen, () => finish({ kind: 'closed' }));

  /** Closes the form. Returns false if it stays open, because the user is asked first. */
  function finish(outcome: EditOutcome): boolean {
    if (outcome.kind === 'closed' && asksBeforeLosing()) return false;
    onFinish(outcome, close(opened));
    return true;
  }

  const form = opened && (
    <ItemForm
      key={key}
      opened={opened}
      current={current.find(({ id }) => id === opened.content.original?.id)}
      sync={sync}
      isDiscarding={editing.isDiscarding}
      onDiscarding={setDiscarding}
      nameId={nameId}
      nameRef={name}
      firstFieldRef={firstField}
      onFinish={finish}
    />
  );
  const frame = {
    // A focused field would open the keyboard of a phone.
    initialFocus: matchMedia('(pointer: coarse)').matches ? name : firstField,
    finalFocus,
  };

  if (editing.isInPane)
    return (
      isOpen && (
        <PaneDialog
          key={key}
          labelledBy={nameId}
          onClose={() => finish({ kind: 'closed' })}
          {...frame}
        >
          {form}
        </PaneDialog>
      )
    );
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && finish({ kind: 'closed' })}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog editor" aria-labelledby={nameId} {...frame}>
          {form}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
