import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AlertDialog, AlertDialogClose } from '#client/components/alert-dialog.tsx';
import { Button } from '#client/components/button.tsx';
import { useLastDefined } from '#client/hooks/use-last-defined.ts';
import { Photo } from '#client/photos/photo.tsx';
import { diffWords } from '#client/sync/diff-words.ts';
import type { Item } from '#client/sync/item.ts';
import { syncMessages as m } from '#client/sync/messages.ts';
import {
  hasSameProblem,
  type OutboxEntry,
  type Resolution,
  withChange,
} from '#client/sync/outbox-entry.ts';
import { formatDateTime } from '#client/text/dates.ts';
import { dismissToast } from '#client/toasts/toast.ts';
import type { NamedField } from '#shared/described-fields.ts';
import type { formatValue } from './field-values.ts';
import type { ItemMessages } from './item-messages.ts';
import { fieldTexts } from './messages.ts';

/**
 * Asks which version of an item to keep. Closed while there is no entry; closing it decides nothing. If the other
 * device changes the item while the dialog is open, it shows the new version and offers the choice again once the user
 * has confirmed having seen it.
 */
export default function ConflictDialog({
  texts,
  fields,
  format,
  entry,
  onResolve,
  onClose,
  finalFocus,
}: {
  texts: ItemMessages['conflict'];
  fields: NamedField[];
  /** Passed in instead of imported, so that the bundler does not put its code into a separate file. */
  format: typeof formatValue;
  /** An entry whose problem is a change or deletion on another device. */
  entry: OutboxEntry | undefined;
  onResolve: (resolution: Resolution) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const isOpen = entry !== undefined;
  // A toast would cover its buttons.
  useEffect(() => {
    if (isOpen) dismissToast();
  }, [isOpen]);
  const shown = useLastDefined(entry);
  const [seen, setSeen] = useState(entry);
  if (isOpen !== (seen !== undefined)) setSeen(entry);
  const isChanged = entry !== undefined && seen !== undefined && !hasSameProblem(entry, seen);
  const again = useRef<HTMLButtonElement>(null);
  // The pressed or focused button has disappeared.
  useEffect(() => {
    if (isChanged) again.current?.focus();
  }, [isChanged]);

  /** Offers the choice again. Focuses none of its buttons, because a key may still be held down. */
  function lookAgain() {
    again.current?.closest<HTMLElement>('[role=alertdialog]')?.focus();
    setSeen(entry);
  }

  const isDeletedThere = shown?.problem?.kind === 'deleted';
  const isDeletedHere = shown?.change.kind === 'delete';
  const hasBoth = !isDeletedThere && !isDeletedHere;
  const [title, text, mine, theirs] = isDeletedThere
    ? [texts.deletedTitle, texts.deletedText, 'Save as new', 'Discard']
    : isDeletedHere
      ? [texts.deletedHereTitle, texts.deletedHereText, 'Delete anyway', 'Keep it']
      : [texts.changedTitle, texts.changedText, 'Keep this one', 'Use the other'];
  const mineButton = <Button onClick={() => onResolve('mine')}>{mine}</Button>;
  const theirsButton = (
    <Button variant="secondary" onClick={() => onResolve('theirs')}>
      {theirs}
    </Button>
  );
  // Below its version, if both are shown.
  const choices = hasBoth && !isChanged ? { mine: mineButton, theirs: theirsButton } : {};
  return (
    <AlertDialog
      open={isOpen}
      onClose={onClose}
      title={title}
      description={text}
      className="conflict"
      finalFocus={finalFocus}
    >
      {/* Always rendered, so that its text is announced. */}
      <p role="status" className="mt-2 font-semibold text-warning empty:absolute">
        {isChanged && texts.changedAgain}
      </p>
      {shown && <Versions entry={shown} choices={choices} fields={fields} format={format} />}
      <div className="dialog-choices">
        {isChanged ? (
          <Button ref={again} onClick={lookAgain}>
            Choose again
          </Button>
        ) : hasBoth ? (
          <Button variant="secondary" onClick={() => onResolve('both')}>
            Keep both
          </Button>
        ) : (
          <>
            {mineButton}
            {theirsButton}
          </>
        )}
        <AlertDialogClose className="button button-ghost">Decide later</AlertDialogClose>
      </div>
    </AlertDialog>
  );
}

type Shown = { fields: NamedField[]; format: typeof formatValue };

/** Shows both versions, this device's and the other's, with the differing words marked and the button that keeps each. */
function Versions({
  entry,
  choices,
  ...shown
}: { entry: OutboxEntry; choices: { mine?: ReactNode; theirs?: ReactNode } } & Shown) {
  const { problem, change } = entry;
  const theirs = problem?.kind === 'changed' ? problem.theirs : undefined;
  const mine = change.kind === 'save' ? withChange(theirs, entry) : undefined;
  return (
    <div className="conflict-versions">
      {mine && (
        <Version name={m.thisDevice} item={mine} other={theirs} choice={choices.mine} {...shown} />
      )}
      {theirs && (
        <Version
          name={m.otherDevice}
          item={theirs}
          other={mine}
          choice={choices.theirs}
          {...shown}
        />
      )}
    </div>
  );
}

function Version({
  name,
  item,
  other,
  choice,
  fields,
  format,
}: {
  name: string;
  item: Item;
  other: Item | undefined;
  choice: ReactNode;
} & Shown) {
  const compared = other ?? item;
  return (
    <section aria-label={name}>
      <h3 className="text-sm font-semibold">
        {name}
        <time className="font-normal text-ink-soft" dateTime={item.updated_at}>
          {` · ${formatDateTime(item.updated_at)}`}
        </time>
      </h3>
      {fields.map((field) => (
        <Value
          key={field.name}
          field={field}
          shown={format(field, item[field.name])}
          compared={format(field, compared[field.name])}
        />
      ))}
      {item.photo_path && item.photo_path !== other?.photo_path && (
        <Photo path={item.photo_path} alt={m.photoOf(name)} className="conflict-photo" />
      )}
      {choice}
    </section>
  );
}

/** Shows the value of one field. Values other than texts have a visible label. */
function Value({ field, shown, compared }: { field: NamedField; shown: string; compared: string }) {
  if (field.kind === 'text' || field.kind === 'long-text')
    return (
      <div>
        <h4 className="sr-only">{field.label}</h4>
        <p dir="auto" className="conflict-text">
          {diffWords(compared, shown)
            .filter(({ kind }) => kind !== 'removed')
            .map(({ kind, text }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
              kind === 'added' ? <Added key={index} text={text} /> : text,
            )}
        </p>
      </div>
    );
  return (
    <div>
      <h4 className="text-xs text-ink-faint">{field.label}</h4>
      <p className="conflict-text">
        {shown === compared ? shown || fieldTexts.none : <mark>{shown || fieldTexts.none}</mark>}
      </p>
    </div>
  );
}

/** Marks words that only one version has, without the space before them. */
function Added({ text }: { text: string }) {
  const words = text.trimStart();
  return (
    <>
      {text.slice(0, text.length - words.length)}
      <mark>{words}</mark>
    </>
  );
}
