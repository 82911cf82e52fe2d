import type { Item } from '#client/sync/entity.ts';
import type { Items } from './use-items.ts';

/** What the address names. An item of somebody else is missing, too. */
export type Reading<T extends Item> =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'item'; item: T };

type Listed<T extends Item> = Pick<Items<T>, 'items' | 'isComplete' | 'loadedAt' | 'connection'>;

/** Returns what the address names. Undefined also if the list could not be loaded, which the list says. */
export function readingOf<T extends Item>(
  id: string | undefined,
  { items, isComplete, loadedAt, connection }: Listed<T>,
  online: boolean,
): Reading<T> | undefined {
  if (!id) return undefined;
  const item = items?.find((one) => one.id === id);
  if (item) return { kind: 'item', item };
  if (loadedAt !== undefined) return { kind: isComplete ? 'missing' : 'loading' };
  return online && connection !== 'failed' ? { kind: 'loading' } : undefined;
}
