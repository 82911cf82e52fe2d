import type { ItemKind } from '#shared/items.ts';
import type { FieldValues, Item } from './item.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Tells whether the person has to choose between two versions. */
export const isConflict = (entry: OutboxEntry | undefined) =>
  entry?.problem?.kind === 'changed' || entry?.problem?.kind === 'deleted';

/** Describes two forms that changed the same item on this device, as if the other one were another device. */
export function conflictOfForms(
  kind: ItemKind,
  { id, fields }: { id: string; fields: FieldValues },
  theirs: Item,
): OutboxEntry {
  const time = new Date().toISOString();
  return {
    entity: kind.many,
    id,
    createdAt: time,
    editedAt: time,
    changeId: '',
    change: { kind: 'save', fields, photo: { kind: 'unchanged' } },
    problem: { kind: 'changed', theirs },
  };
}
