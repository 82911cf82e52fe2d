import { AppLink } from '#client/components/app-link.tsx';
import { useStore } from '#client/state/use-store.ts';
import { EMPTY_SNAPSHOT } from '#client/sync/collection.ts';
import { currentSync } from '#client/sync/current-sync.ts';
import type { Item } from '#client/sync/item.ts';
import { formatNumber } from '#shared/format-number.ts';
import { useKind } from './kind-context.ts';
import { type Reference, referencesTo } from './reference-titles.ts';
import { useFollowedKinds } from './use-followed-kinds.ts';
import { filteredUrl } from './use-reference-filter.ts';

/** Links to the items that refer to an item: "Tasks 3". One link for each field that may refer to it. */
export default function ReferringLinks({ item }: { item: Item }) {
  const { kind } = useKind();
  const references = referencesTo(kind);
  useFollowedKinds(references.map(({ kind }) => kind));
  return (
    <p className="referring-links">
      {references.map((reference) => (
        <ReferringLink key={`${reference.kind.many} ${reference.name}`} {...{ reference, item }} />
      ))}
    </p>
  );
}

function ReferringLink({ reference, item }: { reference: Reference; item: Item }) {
  const { kind, name, label } = reference;
  const sync = useStore(currentSync, undefined);
  const { items } = useStore(sync?.collection(kind).store, EMPTY_SNAPSHOT);
  const count = items?.filter((one) => one[name] === item.id).length ?? 0;
  if (count === 0) return undefined;
  return (
    <AppLink to={filteredUrl(kind, name, item.id)} className="link">
      {label} {formatNumber(count)}
    </AppLink>
  );
}
