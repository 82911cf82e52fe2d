import type { Item } from '#client/sync/item.ts';
import {
  type Edit,
  isConflict,
  type OutboxEntry,
  type Resolution,
  unsentPhotoPath,
} from '#client/sync/outbox-entry.ts';
import { testItems } from '#server/testing/items/contract.ts';
import type { ItemKind } from '#shared/items.ts';
import { readDevice } from './checks.ts';
import type { Device, Tab } from './device.ts';
import { addedBy, changesPhoto, describeEdit, editOf, newEdit, removedBy } from './edits.ts';
import { createForms } from './forms.ts';
import { Violation } from './ledger.ts';
import { createLinking } from './linking.ts';
import { operationsOf } from './operations.ts';
import { currentTime } from './virtual-time.ts';
import type { World } from './world.ts';

export type Person = ReturnType<typeof createPerson>;

const RESOLUTIONS: Resolution[] = ['mine', 'theirs', 'both'];

/** Creates a user of the app, and records in the ledger what they decided and were told. */
export function createPerson(world: World, prefix: string, isWriting: boolean) {
  const { random, ledger, links, kinds, log, counts } = world;

  const shown = (tab: Tab) => tab.sync.collection(testItems).store.get();
  const kindOf = ({ entity }: OutboxEntry) => kinds.find(({ many }) => many === entity) as ItemKind;

  /** Picks an item to change, possibly the one that is also changed on other devices. */
  const pickFrom = (items: Item[]) =>
    random.chance(world.overlap) ? (items.at(-1) as Item) : random.pick(items);

  const forms = createForms(world, prefix, save);
  const linking = createLinking(world, prefix, { save, remove });

  /** Saves what a user wrote. Returns whether that was confirmed. */
  async function save(
    device: Device,
    tab: Tab,
    edit: Edit,
    kind: ItemKind = testItems,
  ): Promise<boolean> {
    const { original, id } = edit;
    log(`${tab.page.name} saves ${describeEdit(edit)}`);
    const removed = removedBy(edit);
    ledger.keepItem(device.name, id);
    if (original) {
      ledger.giveUp(removed);
      if (changesPhoto(edit))
        ledger.giveUp([...ledger.seenIn({ photo_path: original.photo_path })]);
    }
    const acknowledge = ledger.save(device.name, id, addedBy(edit));
    const { base } = tab.sync.collection(kind).store.get().entries.get(id) ?? {};
    const acknowledgeLinks = links.save(edit, base);
    const [beganAt, clock] = [currentTime(), device.clockSetCount];
    if (original) ledger.touch(id);
    const outcome = await tab.sync.save(kind, edit);
    log(`${tab.page.name} saved ${id.slice(0, 4)}: ${outcome.kind}`);
    if (outcome.kind !== 'saved') return false;
    acknowledge();
    acknowledgeLinks();
    if (!original && kind === testItems && !changesPhoto(edit))
      ledger.create({ id, device: device.name, beganAt, savedAt: currentTime(), clock });
    ledger.removeWords(id, removed);
    ledger.keepItem(device.name, id);
    return true;
  }

  async function remove(device: Device, tab: Tab, item: Item, kind: ItemKind = testItems) {
    if (await linking.isRefused(tab, kind, item))
      return log(`${tab.page.name} cannot delete ${item.id.slice(0, 4)}`);
    log(`${tab.page.name} deletes ${item.id.slice(0, 4)}`);
    ledger.decide(item.id);
    ledger.touch(item.id);
    links.touch(item.id);
    const deletion = ledger.deleteItem(device.name, item.id, ledger.seenIn(item));
    const drafts = device.drafts.deleteItem(item.id);
    const { undo } = await tab.sync.remove(kind, item);
    log(`${tab.page.name} ${undo ? 'deleted' : 'did not delete'} ${item.id.slice(0, 4)}`);
    drafts.confirm();
    if (!undo) return drafts.undo();
    deletion.acknowledge();
    const keepPieces = () => {
      deletion.undo();
      drafts.undo();
    };
    tab.deletions.push({ id: item.id, kind, undo, keepPieces });
  }

  /** Undoes the latest deletion in a tab, however long ago it was. */
  async function undo(device: Device, tab: Tab) {
    const deletion = tab.deletions.pop();
    if (!deletion) return;
    const { id } = deletion;
    log(`${tab.page.name} undoes the deletion of ${id.slice(0, 4)}`);
    ledger.keepItem(device.name, id);
    const isUndone = await deletion.undo();
    log(
      `${tab.page.name} ${isUndone ? 'undid' : 'did not undo'} the deletion of ${id.slice(0, 4)}`,
    );
    if (!isUndone) return;
    deletion.keepPieces();
    ledger.keepItem(device.name, id);
  }

  /** Decides about a change that waits for the user. */
  async function decide(device: Device, tab: Tab, entry: OutboxEntry) {
    const { id, problem, change } = entry;
    if (!problem) return;
    const kind = kindOf(entry);
    ledger.decide(id);
    links.touch(id);
    if (problem.kind === 'rejected') {
      log(`${tab.page.name} discards ${id.slice(0, 4)}`);
      ledger.giveUp(mineIn(entry));
      return void (await tab.sync.discard(kind, entry));
    }
    const resolution = random.pick(RESOLUTIONS);
    log(`${tab.page.name} resolves ${id.slice(0, 4)} (${problem.kind}): ${resolution}`);
    const decision = {};
    // A photo on the server disappears with the item if the item was deleted elsewhere or could not be restored in
    // time.
    if (problem.kind === 'deleted')
      ledger.giveUp(ledger.seenIn({ photo_path: entry.base?.photo_path }));
    if (resolution === 'theirs') ledger.giveUp(mineIn(entry), decision);
    else if (problem.kind === 'deleted' || resolution === 'both') ledger.copy(mineIn(entry));
    else ledger.giveUp(ledger.seenIn(problem.theirs), decision);
    // The other version may have changed again before the decision.
    if (change.kind === 'delete' && resolution !== 'mine') ledger.keepItem(device.name, id);
    const known = await storedItem(device, id);
    const { isResolved } = await tab.sync.resolve(kind, entry, resolution);
    log(`${tab.page.name} ${isResolved ? 'resolved' : 'did not resolve'} ${id.slice(0, 4)}`);
    if (!isResolved) return ledger.takeBack(decision);
    if (problem.kind === 'changed' && (!known || known.version > problem.theirs.version))
      throw new Violation(
        `${id} was decided for v${problem.theirs.version}, but ${known ? `v${known.version}` : 'a deletion'} was known`,
      );
  }

  function mineIn({ change }: OutboxEntry) {
    if (change.kind === 'delete') return [];
    const photo = change.photo.kind === 'added' ? unsentPhotoPath(change.photo.uploadId) : null;
    return [...ledger.seenIn({ ...change.fields, photo_path: photo })];
  }

  return {
    decide,

    /** Runs an operation in a tab. */
    async act(device: Device, tab: Tab) {
      const { items = [], entries } = shown(tab);
      // As on the screens, an item with two versions waits for a decision.
      const editable = items.filter(({ id }) => !isConflict(entries.get(id)));
      const waiting = kinds
        .flatMap((kind) => [...tab.sync.collection(kind).store.get().entries.values()])
        .filter(({ problem }) => problem);
      counts.operations++;
      try {
        switch (random.weighted(operationsOf(world, isWriting))) {
          case 'create':
            return void (await save(device, tab, newEdit(world, prefix)));
          case 'edit':
            if (editable.length === 0) return;
            return void (await save(device, tab, editOf(world, prefix, pickFrom(editable))));
          case 'delete':
            if (items.length === 0) return;
            return await remove(device, tab, random.pick(items));
          case 'undo':
            return await undo(device, tab);
          case 'createStep':
            return await linking.create(device, tab);
          case 'editStep':
            return await linking.edit(device, tab);
          case 'deleteStep':
            return await linking.delete(device, tab);
          case 'openNew':
            return await forms.openNew(device, tab);
          case 'openItem':
            if (editable.length === 0) return;
            return await forms.openItem(device, tab, pickFrom(editable));
          case 'type':
            return await forms.type(device, tab);
          case 'revert':
            return await forms.revert(device, tab);
          case 'saveForm':
            return await forms.save(device, tab);
          case 'discardForm':
            return await forms.discard(device, tab);
          case 'closeForm':
            return await forms.close(device, tab);
          case 'consider':
            if (waiting.length > 0) tab.considered.push(random.pick(waiting));
            return;
          case 'decide': {
            const considered = random.chance(0.5) ? tab.considered.shift() : undefined;
            const entry = considered ?? (waiting.length > 0 ? random.pick(waiting) : undefined);
            return entry && void (await decide(device, tab, entry));
          }
          case 'refresh':
            return await tab.sync.load(kinds.length > 1 ? random.pick(kinds) : testItems);
          case 'sendNow':
            return await tab.sync.sendNow();
        }
      } catch (error) {
        if (error instanceof Violation) throw error;
        // The disk is full or the list could not be loaded, which the user sees.
        log(`${tab.page.name}: ${error}`);
      }
    },
  };
}

/** Reads an item as the device has stored it. */
const storedItem = async (device: Device, id: string) =>
  (await readDevice(device)).items.find((item) => item.id === id);
