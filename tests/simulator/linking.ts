import { fieldsOf, type Item } from '#client/sync/item.ts';
import { type Edit, isConflict } from '#client/sync/outbox-entry.ts';
import { referencesIn } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { Device, Tab } from './device.ts';
import { steps } from './linked-kind.ts';
import type { World } from './world.ts';

/** Creates, links and deletes steps like the screens of a product. */
export function createLinking(
  { random, ledger, kinds }: World,
  prefix: string,
  {
    save,
    remove,
  }: {
    save(device: Device, tab: Tab, edit: Edit, kind: ItemKind): Promise<boolean>;
    remove(device: Device, tab: Tab, item: Item, kind: ItemKind): Promise<void>;
  },
) {
  const shown = (tab: Tab) => tab.sync.collection(steps).store.get();

  /** Returns an item to refer to, rarely one that was deleted on this device. */
  function pickTarget(tab: Tab, to: string) {
    const kind = kinds.find(({ many }) => many === to) as ItemKind;
    const { items = [] } = tab.sync.collection(kind).store.get();
    const deleted = tab.deletions.filter((deletion) => deletion.kind === kind);
    const targets = deleted.length > 0 && random.chance(0.1) ? deleted : items;
    return targets.length > 0 ? random.pick(targets as { id: string }[]).id : null;
  }

  return {
    async create(device: Device, tab: Tab) {
      const fields: Edit['fields'] = { text: ledger.newWord(prefix) };
      for (const { name, to } of referencesIn(steps))
        fields[name] = random.chance(0.5) ? pickTarget(tab, to) : null;
      await save(device, tab, { id: random.uuid(), fields, photo: { kind: 'none' } }, steps);
    },

    async edit(device: Device, tab: Tab) {
      const { items = [], entries } = shown(tab);
      const editable = items.filter(({ id }) => !isConflict(entries.get(id)));
      if (editable.length === 0) return;
      const original = random.pick(editable);
      const fields = fieldsOf(steps, original);
      if (random.chance(0.3)) fields.text = `${fields.text} ${ledger.newWord(prefix)}`;
      const { name, to } = random.pick(referencesIn(steps));
      fields[name] = random.chance(0.3) ? null : pickTarget(tab, to);
      await save(
        device,
        tab,
        { id: original.id, original, fields, photo: { kind: 'none' } },
        steps,
      );
    },

    async delete(device: Device, tab: Tab) {
      const { items = [] } = shown(tab);
      if (items.length > 0) await remove(device, tab, random.pick(items), steps);
    },

    /** Tells whether a user is told that an item cannot be deleted. Rarely, they delete it although they were told. */
    async isRefused(tab: Tab, kind: ItemKind, item: Item) {
      if (kinds.length === 1 || random.chance(0.1)) return false;
      return (await tab.sync.referringTo(kind, item)).length > 0;
    },
  };
}
