import { diff3Merge } from 'node-diff3';
import { changeSchema } from '#shared/field-schemas.ts';
import type { ItemKind } from '#shared/items.ts';
import { validate } from '#shared/validate.ts';
import { type FieldValues, fieldNames, haveSameFields, type Item } from './item.ts';
import type { Change, PhotoChange } from './outbox-entry.ts';

export type Save = Extract<Change, { kind: 'save' }>;

/** Merges a change with another device's change. Returns undefined if they overlap or do not fit together. */
export function mergeChange(
  kind: ItemKind,
  base: Item,
  mine: Save,
  theirs: Item,
): Save | undefined {
  const photo = mergePhoto(base, mine.photo, theirs);
  const fields: FieldValues = {};
  for (const name of fieldNames(kind)) {
    // Missing if an older version of the app, which does not know the field, made the change.
    const own = mine.fields[name] === undefined ? base[name] : mine.fields[name];
    const merged = mergeValue(base[name], own, theirs[name]);
    if (!merged) return undefined;
    fields[name] = merged.value;
  }
  const checked = validate(changeSchema(kind.fields), fields);
  return photo && checked.valid ? { kind: 'save', fields: checked.value, photo } : undefined;
}

/**
 * Combines the change of a form with an unsent change. `original` is what the form began with, `shown` the item with
 * the unsent change. If another form made the unsent change in the meantime, merges both; returns undefined if they
 * overlap.
 */
export function addToUnsent(
  kind: ItemKind,
  unsent: Change,
  edited: Save,
  { original, shown }: { original: Item | undefined; shown: Item },
): Save | undefined {
  if (unsent.kind === 'delete') return edited;
  const isCurrent = !original || haveSameFields(kind, original, shown);
  const merged = isCurrent ? edited : mergeChange(kind, original, edited, shown);
  return merged?.photo.kind === 'unchanged' ? { ...merged, photo: unsent.photo } : merged;
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): { value: unknown } | undefined {
  if (mine === theirs || theirs === base) return { value: mine };
  if (mine === base) return { value: theirs };
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string')
    return undefined;
  const merged: string[] = [];
  for (const part of diff3Merge(words(mine), words(base), words(theirs), {})) {
    if (!part.ok) return undefined;
    merged.push(...part.ok);
  }
  return { value: merged.join('') };
}

/** Returns the photo change for their version, or undefined if both sides changed the photo differently. */
function mergePhoto(base: Item, mine: PhotoChange, theirs: Item): PhotoChange | undefined {
  const before = base.photo_path ?? null;
  const now = theirs.photo_path ?? null;
  if (now === before || mine.kind === 'unchanged') return mine;
  return mine.kind === 'removed' && now === null ? { kind: 'unchanged' } : undefined;
}

/** Splits a text into words, each with the white space before it. */
export const words = (text: string) => text.match(/\s*\S+|\s+$/g) ?? [];
