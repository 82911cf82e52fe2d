import { type ReactNode, useMemo } from 'react';
import { Button } from '#client/components/button.tsx';
import { useOnline } from '#client/pwa/online.ts';
import NotFound from '#client/shell/not-found.tsx';
import type { Item } from '#client/sync/item.ts';
import { useCollection } from '#client/sync/use-collection.ts';
import type { ItemKind, ItemOf } from '#shared/items.ts';
import { itemMessages } from './item-messages.ts';
import { KindContext, useKind } from './kind-context.ts';
import { useReading } from './use-reading.ts';

type Props<Kind extends ItemKind> = {
  kind: Kind;
  id: string;
  children: (item: ItemOf<Kind>) => ReactNode;
};

/**
 * Shows an item on a screen of its own, from this device. While it is not there, says why: it is loading, it could not
 * be loaded, or it does not exist.
 */
export function OneItem<Kind extends ItemKind>(props: Props<Kind>) {
  const { kind } = props;
  const shown = useMemo(() => ({ kind, messages: itemMessages(kind) }), [kind]);
  return (
    <KindContext value={shown}>
      <Content {...props} />
    </KindContext>
  );
}

function Content<Kind extends ItemKind>({ kind, id, children }: Props<Kind>) {
  const { messages: m } = useKind();
  const online = useOnline();
  const list = useCollection<Item>(kind, () => {});
  const reading = useReading(id, list);
  if (reading?.kind === 'item') return children(reading.item as ItemOf<Kind>);
  if (reading?.kind === 'missing') return <NotFound />;
  if (reading?.kind === 'loading')
    return (
      <p role="status" className="page py-10 md:py-14">
        {m.loading}
      </p>
    );
  const retry = reading
    ? { pending: reading.isAsking, onClick: reading.askAgain }
    : { pending: list.isLoading, onClick: list.reload };
  return (
    <div className="page-message">
      <h1 className="text-title">{reading ? m.unknownTitle : m.loadFailedTitle}</h1>
      <p className="text-lg text-ink-soft">{reading ? m.unknownText : m.loadFailedText}</p>
      {online && (
        <Button variant="secondary" {...retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
