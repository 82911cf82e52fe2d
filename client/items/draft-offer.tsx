import { FilePen } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import type { Draft } from '#client/sync/draft.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import { isText, titleOf } from './field-values.ts';
import { useKind } from './kind-context.ts';

/** Offers to continue or discard a draft. */
export function DraftOffer({
  draft,
  onContinue,
  onDiscard,
}: {
  draft: Draft;
  onContinue: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}) {
  const { kind, messages: m } = useKind();
  const [, ...others] = fieldsIn(kind);
  const texts = others.filter(isText).map(({ name }) => draft.fields[name]);
  const label = draft.original ? m.unsavedChanges : m.unsavedItem;
  const title = titleOf(kind, draft.fields).trim() || m.untitled;
  return (
    <section
      ref={useFocusHeadingOnUnmount()}
      className="draft-offer"
      // There may be several offers.
      aria-label={`${label}: ${title}`}
    >
      <FilePen aria-hidden className="size-5 flex-none text-accent max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-sm font-semibold text-accent">{label}</h2>
        <p dir="auto" className="truncate">
          <span className="font-medium">{title}</span>
          <span className="text-ink-soft"> {texts.join(' ')}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" onClick={() => onDiscard(draft)}>
          Discard
        </Button>
        <Button variant="secondary" onClick={() => onContinue(draft)}>
          Continue
        </Button>
      </div>
    </section>
  );
}
