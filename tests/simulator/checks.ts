import { draftPhotoPath } from '#client/sync/draft.ts';
import type { Item } from '#client/sync/item.ts';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import type { Device } from './device.ts';
import { describeDraft } from './draft-ledger.ts';
import { photoName, Violation, wordsOf } from './ledger.ts';
import type { User } from './simulated-server.ts';
import { skip, track } from './virtual-time.ts';
import type { World } from './world.ts';

type ServerItem = Awaited<ReturnType<World['server']['items']>>[number];

const HOUR = 60 * 60 * 1000;

/** Checks all users' data after everything was sent and pulled. Throws a Violation. */
export async function checkEverything(
  world: World,
  participants: { user: User; prefix: string; devices: Device[] }[],
) {
  const all: ServerItem[] = [];
  const withoutPhotos: ServerItem[] = [];
  for (const { user, prefix, devices } of participants) {
    const items = await world.server.items(user, 'items');
    const steps = await world.server.items(user, 'steps');
    for (const device of devices) await checkDevice(world, device, { items, steps });
    checkForeignWords([...items, ...steps], prefix);
    all.push(...items);
    withoutPhotos.push(...steps);
  }
  world.links.check({ items: all, steps: withoutPhotos }, world.ledger.isRestored);
  skip(25 * HOUR);
  await track(world.server.sweepPhotos());
  const photos = new Map<string, number>();
  for (const { user } of participants) await checkPhotos(world, user, all, photos);
  if (world.ledger.isRestored) return;
  checkDeletions(world, [...all, ...withoutPhotos]);
  if (world.isCalm) checkOrder(world, all);
  checkPieces(world, [...all, ...withoutPhotos], photos);
}

/** Checks that a device shows exactly the server's items, and has nothing left to send. */
async function checkDevice(
  { kinds }: World,
  device: Device,
  rows: { items: ServerItem[]; steps: ServerItem[] },
) {
  const stored = await readDevice(device);
  if (stored.outbox.length > 0) fail(`${device.name} has ${stored.outbox.length} unsent changes`);
  expectSame(`the database of ${device.name}`, stored.items, [...rows.items, ...rows.steps]);
  for (const { page, sync } of device.tabs)
    for (const kind of kinds) {
      const { items } = sync.collection(kind).store.get();
      expectSame(`the list of ${page.name}`, items, rows[kind.many as keyof typeof rows]);
    }
  const described = stored.drafts.map((draft) => {
    const path = draftPhotoPath(draft.entity, draft.id);
    return describeDraft(draft, stored.photos.find((photo) => photo.path === path)?.blob.size);
  });
  device.drafts.check(device.name, described);
  const paths = new Set(rows.items.map(({ photo_path }) => photo_path));
  for (const { entity, id, photo } of stored.drafts)
    if (photo === 'captured') paths.add(draftPhotoPath(entity, id));
  const unused = stored.photos.filter(({ path }) => !paths.has(path));
  if (unused.length > 0) fail(`${device.name} stores ${unused.length} photos of no item`);
}

/** Reads what is stored on a device. */
export async function readDevice({ databaseName, user }: Pick<Device, 'databaseName' | 'user'>) {
  const database = await track(openLocalDatabase(databaseName));
  const read = database
    .forUser(user.id)
    .read(['items', 'outbox', 'photos', 'drafts'], async ({ getAll }) => ({
      items: (await getAll('items', [])).map(({ item }) => item),
      outbox: await getAll('outbox', []),
      photos: await getAll('photos', []),
      drafts: await getAll('drafts', []),
    }));
  const stored = await track(read);
  database.close();
  return stored;
}

function expectSame(where: string, found: Item[] | undefined, items: ServerItem[]) {
  const describe = (list: Item[]) =>
    list
      .map(
        ({ id, version, photo_path, title, text, item, needed, previous }) =>
          `${id.slice(0, 4)} v${version} "${title} | ${text}" ${photo_path ?? ''} ${[item, needed, previous]}`,
      )
      .sort()
      .join('\n    ');
  const [actual, expected] = [describe(found ?? []), describe(items)];
  if (actual !== expected)
    fail(`${where} differs from the server:\n    ${actual}\n  instead of\n    ${expected}`);
}

function checkForeignWords(items: ServerItem[], prefix: string) {
  const foreign = items.flatMap(wordsOf).filter((word) => !isOwn(word, prefix));
  if (foreign.length > 0) fail(`words of somebody else: ${foreign}`);
}

const isOwn = (word: string, prefix: string) => word.startsWith(prefix) || /^x+$/.test(word);

/** Checks that every photo belongs to an item of its owner, and that every photo of an item exists. Counts them by name. */
async function checkPhotos(
  { server }: World,
  user: User,
  all: ServerItem[],
  photos: Map<string, number>,
) {
  const items = all.filter(({ user_id }) => user_id === user.id);
  const files = await server.photos(user);
  for (const { photo_path } of items) {
    if (!photo_path) continue;
    const file = files.find(({ path }) => path === photo_path);
    if (!file || !(await server.blob(photo_path))) fail(`the photo ${photo_path} is missing`);
    const name = photoName(file.size_bytes);
    photos.set(name, (photos.get(name) ?? 0) + 1);
  }
  const unused = files.filter(({ path }) => !items.some((item) => item.photo_path === path));
  if (unused.length > 0) fail(`${unused.length} photos belong to no item`);
}

/** Checks that no deleted item exists. */
function checkDeletions({ ledger }: World, items: ServerItem[]) {
  for (const { id } of items) {
    if (ledger.gone.has(id)) fail(`the server has the deleted item ${id}`);
    if (ledger.deleted.get(id)?.isAcknowledged) fail(`the deletion of ${id} was lost`);
  }
}

/**
 * Checks that the items that a device created are in the order in which they were written. A failed request may change
 * the order.
 */
function checkOrder({ ledger }: World, items: ServerItem[]) {
  const created = items.flatMap(({ id, created_at }) => {
    const creation = ledger.created.get(id);
    return creation ? [{ ...creation, created_at }] : [];
  });
  for (const first of created)
    for (const second of created)
      if (
        first.device === second.device &&
        first.clock === second.clock &&
        first.savedAt < second.beganAt &&
        first.created_at > second.created_at
      )
        fail(`${first.id} was written before ${second.id} and is newer`);
}

/** Checks that everything acknowledged exists exactly once, unless a user decided otherwise. */
function checkPieces({ ledger }: World, items: ServerItem[], photos: Map<string, number>) {
  const counts = new Map(photos);
  for (const item of items) {
    const words = wordsOf(item);
    for (const word of new Set(words)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (words.indexOf(word) !== words.lastIndexOf(word)) fail(`${word} is in an item twice`);
      if (ledger.removed.has(`${item.id} ${word}`)) fail(`${word} was removed and is back`);
    }
  }
  for (const [name, { isAcknowledged, givenUpBy, copies }] of ledger.pieces) {
    const count = counts.get(name) ?? 0;
    if (isAcknowledged && givenUpBy.size === 0 && count === 0)
      fail(`${name} was saved and is lost`);
    if (count > 1 + copies) fail(`${name} exists ${count} times`);
  }
}

function fail(message: string): never {
  throw new Violation(message);
}
