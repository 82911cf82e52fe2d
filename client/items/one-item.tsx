import { type ReactNode, useMemo } from 'react';
import { AppLink } from '#client/components/app-link.tsx';
import { Button, buttonClass } from '#client/components/button.tsx';
import { useOnline } from '#client/pwa/online.ts';
import type { Item } from '#client/sync/item.ts';
import { useCollection } from '#client/sync/use-collection.ts';
import type { ItemKind, ItemOf } from '#shared/items.ts';
import type { PlainPath } from '#shared/paths.ts';
import { type ItemMessages, itemMessages } from './item-messages.ts';
import { KindContext, useKind } from './kind-context.ts';
import { type Reading, useReading } from './use-reading.ts';

type AnyKind = ItemKind & { path: PlainPath };

type Props<Kind extends AnyKind> = {
  kind: Kind;
  id: string;
  children: (item: ItemOf<Kind>) => ReactNode;
};

/**
 * Shows an item on a screen of its own, from this device. While it is not there, says why: it is loading, it could not
 * be loaded, or it does not exist.
 */
export function OneItem<Kind extends AnyKind>(props: Props<Kind>) {
  const { kind } = props;
  const shown = useMemo(() => ({ kind, messages: itemMessages(kind) }), [kind]);
  return (
    <KindContext value={shown}>
      <Content {...props} />
    </KindContext>
  );
}

function Content<Kind extends AnyKind>({ kind, id, children }: Props<Kind>) {
  const { messages: m } = useKind();
  const online = useOnline();
  const list = useCollection<Item>(kind, () => {});
  const reading = useReading(id, list);
  if (reading?.kind === 'item') return children(reading.item as ItemOf<Kind>);
  if (reading?.kind === 'loading')
    return (
      <p role="status" className="page py-10 md:py-14">
        {m.loading}
      </p>
    );
  const [title, text] = reasonFor(reading, m);
  const retry =
    reading?.kind === 'unknown'
      ? { pending: reading.isAsking, onClick: reading.askAgain }
      : { pending: list.isLoading, onClick: list.reload };
  return (
    <div className="page-message">
      <h1 className="text-title">{title}</h1>
      <p className="text-lg text-ink-soft">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {online && reading?.kind !== 'missing' && <Button {...retry}>Try again</Button>}
        <AppLink to={kind.path} className={buttonClass({ variant: 'secondary' })}>
          {m.showAll}
        </AppLink>
      </div>
    </div>
  );
}

/** Returns the heading and the text that say why there is no item. */
function reasonFor(reading: Reading | undefined, m: ItemMessages) {
  if (reading?.kind === 'missing') return [m.missingTitle, m.missingText];
  if (reading?.kind === 'unknown') return [m.unknownTitle, m.unknownText];
  return [m.loadFailedTitle, m.loadFailedText];
}
