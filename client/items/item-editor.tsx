import { useEffect, useId, useRef } from 'react';
import { PaneDialog } from '#client/components/pane-dialog.tsx';
import { hasScreenKeyboard } from '#client/page/open-keyboard.ts';
import { useCloseOnBack } from '#client/page/use-close-on-back.ts';
import type { Item } from '#client/sync/item.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { prefetchFields } from './item-fields.tsx';
import { ItemForm } from './item-form.tsx';
import { useKind } from './kind-context.ts';
import type { ItemEditing } from './use-item-editor.ts';
import type { EditOutcome } from './use-item-form.ts';

/**
 * Shows the form in the pane. Closing it keeps unsaved changes as a draft; it asks first only if the draft could not be
 * stored.
 */
export function ItemEditor({
  editor: { editing, close, asksBeforeLosing, setDiscarding },
  sync,
  current,
  entries,
  finalFocus,
  onFinish,
}: {
  editor: ItemEditing;
  sync: UserSync;
  /** The current items: another device may change one while it is edited here. */
  current: Item[];
  entries: ReadonlyMap<string, OutboxEntry>;
  /** Returns the element that gets focus when the editor closes. */
  finalFocus: () => HTMLElement | null;
  /** Called with how editing ended and with the remaining draft. */
  onFinish: (outcome: EditOutcome, closed: ReturnType<ItemEditing['close']>) => void;
}) {
  const { kind } = useKind();
  const { form: opened, key, isDiscarding } = editing;
  const name = useRef<HTMLHeadingElement>(null);
  const firstField = useRef<HTMLElement>(null);
  const nameId = useId();
  useEffect(() => prefetchFields(kind), [kind]);
  useCloseOnBack(opened !== undefined, () => finish({ kind: 'closed' }));
  if (!opened) return undefined;

  /** Closes the form. Returns false if it stays open, because the user is asked first. */
  function finish(outcome: EditOutcome): boolean {
    if (outcome.kind === 'closed' && asksBeforeLosing()) return false;
    onFinish(outcome, close(opened));
    return true;
  }

  const id = opened.content.original?.id;
  // The keyboard would cover the text that is to be changed.
  const keepsKeyboardClosed = id !== undefined && hasScreenKeyboard();
  return (
    <PaneDialog
      key={key}
      labelledBy={nameId}
      onClose={() => finish({ kind: 'closed' })}
      initialFocus={keepsKeyboardClosed ? name : firstField}
      finalFocus={finalFocus}
    >
      <ItemForm
        opened={opened}
        current={current.find((item) => item.id === id)}
        entry={id === undefined ? undefined : entries.get(id)}
        sync={sync}
        isDiscarding={isDiscarding}
        onDiscarding={setDiscarding}
        nameId={nameId}
        nameRef={name}
        firstFieldRef={firstField}
        onFinish={finish}
      />
    </PaneDialog>
  );
}
