import { FilePen, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { Item } from '#client/sync/item.ts';
import { formatDateTime, formatDay } from '#client/text/dates.ts';
import { fieldsIn, isText } from '#shared/described-fields.ts';
import { prefetchQuestion } from './dialogs.tsx';
import { titleOf } from './field-values.ts';
import { useKind } from './kind-context.ts';
import './drafts.css';

/** What a user can do with a draft that no form has open. */
export type DraftActions = {
  onContinue: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
};

/** Shows a draft whose item is not in the list, as a row of the list. Pressing the row continues it. */
export function DraftRow({ draft, onContinue, onDiscard }: DraftActions & { draft: Draft }) {
  const { kind, messages: m } = useKind();
  const titleId = useId();
  const [, ...others] = fieldsIn(kind);
  const texts = others.filter(isText).map(({ name }) => draft.fields[name]);
  const title = titleOf(kind, draft.fields).trim() || m.untitled;
  return (
    <section
      ref={useFocusHeadingOnUnmount()}
      className="item-card draft-row"
      // There may be several rows.
      aria-label={`${m.unsavedChanges}: ${title}`}
    >
      <h2 id={titleId} dir="auto" className="item-title">
        <button type="button" className="item-open" onClick={() => onContinue(draft)}>
          {title}
        </button>
      </h2>
      <p dir="auto" className="item-excerpt">
        {texts.join(' ')}
      </p>
      <div className="item-foot">
        <time dateTime={draft.editedAt} title={draft.editedAt && formatDateTime(draft.editedAt)}>
          {draft.editedAt && formatDay(draft.editedAt)}
        </time>
        <DraftMark />
        <div className="item-actions">
          <button
            type="button"
            className="icon-button item-delete"
            aria-label="Discard"
            aria-describedby={titleId}
            {...prefetchQuestion}
            onClick={() => onDiscard(draft)}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </button>
        </div>
      </div>
    </section>
  );
}

/** Marks a row whose item has unsaved changes. */
export function DraftMark() {
  const { messages: m } = useKind();
  return (
    <span className="draft-mark">
      <FilePen aria-hidden />
      {m.unsavedChanges}
    </span>
  );
}

/** Leads from the top of the list to an item with unsaved changes. */
export function DraftsLine({
  drafts,
  onOpen,
}: {
  /** The drafts of items in the list. */
  drafts: Draft[];
  onOpen: (item: Item) => void;
}) {
  const { kind, messages: m } = useKind();
  const originals = drafts.flatMap(({ original }) => original ?? []);
  const [first] = originals;
  if (!first) return undefined;
  const count = new Set(originals.map(({ id }) => id)).size;
  return (
    <p className="drafts-line">
      <button type="button" className="link" onClick={() => onOpen(first)}>
        <FilePen aria-hidden className="size-4 flex-none" />
        <span>{m.unsavedIn(count, titleOf(kind, first))}</span>
      </button>
    </p>
  );
}

/** Says below an item that it has unsaved changes. */
export function DraftBar({ draft, onContinue, onDiscard }: DraftActions & { draft: Draft }) {
  const { messages: m } = useKind();
  return (
    <section className="item-page-foot draft-bar" aria-label={m.unsavedChanges}>
      <p>{m.youHaveUnsaved}</p>
      <Button variant="ghost" onClick={() => onContinue(draft)}>
        Continue
      </Button>
      <Button variant="ghost" {...prefetchQuestion} onClick={() => onDiscard(draft)}>
        Discard
      </Button>
    </section>
  );
}
