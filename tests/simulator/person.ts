import type { Item } from '#client/sync/item.ts';
import {
  type Edit,
  isConflict,
  type OutboxEntry,
  type Resolution,
  unsentPhotoPath,
} from '#client/sync/outbox-entry.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { readDevice } from './checks.ts';
import type { Device, Tab } from './device.ts';
import { addedBy, changesPhoto, describeEdit, editOf, newEdit, removedBy } from './edits.ts';
import { createForms } from './forms.ts';
import { Violation } from './ledger.ts';
import { currentTime } from './virtual-time.ts';
import type { World } from './world.ts';

export type Person = ReturnType<typeof createPerson>;

type Operation =
  | 'create'
  | 'edit'
  | 'delete'
  | 'undo'
  | 'openNew'
  | 'openItem'
  | 'type'
  | 'revert'
  | 'saveForm'
  | 'discardForm'
  | 'closeForm'
  | 'consider'
  | 'decide'
  | 'refresh'
  | 'sendNow';

const OPERATIONS: Record<Operation, number> = {
  create: 5,
  edit: 10,
  delete: 3,
  undo: 3,
  openNew: 3,
  openItem: 4,
  type: 10,
  revert: 1,
  saveForm: 5,
  discardForm: 0.5,
  closeForm: 2,
  consider: 3,
  decide: 5,
  refresh: 1,
  sendNow: 1,
};
/** The operations of users who change the same items on several devices and postpone decisions. */
const OVERLAPPING: typeof OPERATIONS = {
  ...OPERATIONS,
  edit: 20,
  delete: 1,
  undo: 1,
  openItem: 10,
  type: 15,
  saveForm: 10,
  consider: 12,
};
/** The operations of users who mostly write, with forms open in several tabs. */
const WRITING: Record<Operation, number> = {
  ...OPERATIONS,
  edit: 3,
  openNew: 6,
  openItem: 12,
  type: 30,
  revert: 3,
  saveForm: 8,
  closeForm: 5,
};
const RESOLUTIONS: Resolution[] = ['mine', 'theirs', 'both'];

/** Creates a user of the app, and records in the ledger what they decided and were told. */
export function createPerson(world: World, prefix: string, isWriting: boolean) {
  const { random, ledger, log, counts } = world;

  const shown = (tab: Tab) => tab.sync.collection(testItems).store.get();

  /** Picks an item to change, possibly the one that is also changed on other devices. */
  const pickFrom = (items: Item[]) =>
    random.chance(world.overlap) ? (items.at(-1) as Item) : random.pick(items);

  const forms = createForms(world, prefix, save);

  /** Saves what a user wrote. Returns whether that was confirmed. */
  async function save(device: Device, tab: Tab, edit: Edit): Promise<boolean> {
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
    const [beganAt, clock] = [currentTime(), device.clockSetCount];
    if (original) ledger.touch(id);
    const outcome = await tab.sync.save(testItems, edit);
    log(`${tab.page.name} saved ${id.slice(0, 4)}: ${outcome.kind}`);
    if (outcome.kind !== 'saved') return false;
    acknowledge();
    if (!original && !changesPhoto(edit))
      ledger.create({ id, device: device.name, beganAt, savedAt: currentTime(), clock });
    ledger.removeWords(id, removed);
    ledger.keepItem(device.name, id);
    return true;
  }

  async function remove(device: Device, tab: Tab, item: Item) {
    log(`${tab.page.name} deletes ${item.id.slice(0, 4)}`);
    ledger.decide(item.id);
    ledger.touch(item.id);
    const deletion = ledger.deleteItem(device.name, item.id, ledger.seenIn(item));
    const drafts = device.drafts.deleteItem(item.id);
    const { undo } = await tab.sync.remove(testItems, item);
    log(`${tab.page.name} ${undo ? 'deleted' : 'did not delete'} ${item.id.slice(0, 4)}`);
    drafts.confirm();
    if (!undo) return drafts.undo();
    deletion.acknowledge();
    const keepPieces = () => {
      deletion.undo();
      drafts.undo();
    };
    tab.deletions.push({ id: item.id, undo, keepPieces });
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
    ledger.decide(id);
    if (problem.kind === 'rejected') {
      log(`${tab.page.name} discards ${id.slice(0, 4)}`);
      ledger.giveUp(mineIn(entry));
      return void (await tab.sync.discard(testItems, entry));
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
    const { isResolved } = await tab.sync.resolve(testItems, entry, resolution);
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
      const waiting = [...entries.values()].filter(({ problem }) => problem);
      counts.operations++;
      try {
        const weights = isWriting ? WRITING : world.overlap > 0 ? OVERLAPPING : OPERATIONS;
        switch (random.weighted(weights)) {
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
            return await tab.sync.load(testItems);
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
