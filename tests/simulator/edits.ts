import { unchangedPhoto } from '#client/photos/prepare-photo.ts';
import type { FieldValues, Item } from '#client/sync/item.ts';
import type { Edit } from '#client/sync/outbox-entry.ts';
import { photoName, wordsOf } from './ledger.ts';
import type { World } from './world.ts';

/** Longer than a title may be, so that the server rejects it. */
const LONG_TITLE = 'x'.repeat(101);

/** Returns what a user writes into the form of a new item. */
export function newEdit(world: World, prefix: string): Edit {
  const { random, ledger } = world;
  const words = Array.from({ length: random.int(1, 4) }, () => ledger.newWord(prefix));
  const title = random.chance(0.5) ? ledger.newWord(prefix) : '';
  const fields = { title, text: words.join(' ') };
  return { id: random.uuid(), fields, photo: random.chance(0.25) ? newPhoto(world) : NO_PHOTO };
}

/** Returns a user's change to an item. */
export function editOf(world: World, prefix: string, original: Item): Edit {
  const { random, ledger } = world;
  const fields: FieldValues = { title: original.title, text: original.text };
  for (const name of random.pick([['text'], ['text'], ['title'], ['title', 'text']]))
    fields[name] = editText(String(original[name] ?? ''));
  if (random.chance(0.03)) fields.title = `${LONG_TITLE} ${ledger.newWord(prefix)}`;
  else fields.title = String(fields.title).replace(LONG_TITLE, '').trim();
  const photos = {
    unchanged: () => unchangedPhoto(original.photo_path),
    captured: () => newPhoto(world),
    removed: () => ({ kind: 'removed' as const }),
  };
  const photo = random.weighted({
    unchanged: 8,
    captured: 1,
    removed: original.photo_path ? 1 : 0,
  });
  return { id: original.id, original, fields, photo: photos[photo]() };

  function editText(text: string) {
    const words = text.split(' ').filter(Boolean);
    if (random.chance(world.overlap)) return [ledger.newWord(prefix), ...words.slice(1)].join(' ');
    const position = random.int(0, words.length);
    const isRemoval = random.chance(0.15) && words.length > 1;
    if (isRemoval) words.splice(Math.min(position, words.length - 1), 1);
    else words.splice(position, random.chance(0.25) ? 1 : 0, ledger.newWord(prefix));
    return words.join(' ');
  }
}

/** Returns the words that a user has added. */
export function addedBy({ original, fields, photo }: Edit): string[] {
  const before = new Set(original ? wordsOf(original) : []);
  const words = wordsOf(fields).filter((word) => !before.has(word) && word !== LONG_TITLE);
  return photo.kind === 'captured' ? [...words, photoName(photo.blob.size)] : words;
}

/** Returns the words that a user has removed. */
export function removedBy({ original, fields }: Edit): string[] {
  const after = new Set(wordsOf(fields));
  const before = original ? wordsOf(original) : [];
  return before.filter((word) => !after.has(word));
}

/** Describes an edit for the log. */
export function describeEdit({ id, original, fields, photo }: Edit) {
  const base = original ? ` of v${original.version}` : '';
  const detail = photo.kind === 'captured' ? photoName(photo.blob.size) : photo.kind;
  const { title, text, ...links } = fields;
  return `${id.slice(0, 4)}${base} "${title} | ${text}"${describeLinks(links)} photo: ${detail}`;
}

/** Describes the values of fields other than texts. */
export const describeLinks = (links: Record<string, unknown>) =>
  Object.entries(links)
    .map(([name, id]) => ` ${name}=${String(id).slice(0, 4)}`)
    .join('');

/** Tells whether an edit changes the photo of its item. */
export const changesPhoto = ({ photo }: Edit) =>
  photo.kind === 'captured' || photo.kind === 'removed';

const NO_PHOTO = { kind: 'none' } as const;

function newPhoto({ ledger }: World): Edit['photo'] {
  const bytes = new Uint8Array(ledger.newPhotoBytes());
  return { kind: 'captured', blob: new Blob([bytes], { type: 'image/png' }) };
}
