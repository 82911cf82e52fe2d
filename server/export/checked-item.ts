import { fromNow } from '#server/clock/clock.ts';
import { badFields } from '#server/errors/errors.ts';
import type { PortableItem } from '#shared/export.ts';
import { importFieldMessages as m } from '#shared/export-messages.ts';
import { validate } from '#shared/validate.ts';
import type { PortableEntity } from './portable.ts';

/** The clock of the exporting server may be ahead. */
const FUTURE_HOURS = 24;

/** Validates an item as its own endpoint would. Throws the first message. */
export function checkedItem(
  { schema, photoColumn }: Pick<PortableEntity, 'schema' | 'photoColumn'>,
  input: Record<string, unknown>,
): PortableItem {
  const result = validate(schema, input);
  if (!result.valid) throw badFields({ items: Object.values(result.fields)[0] ?? m.itemInvalid });
  const { value } = result;
  if (value.photo_path && !photoColumn) throw badFields({ items: m.photoInvalid });
  const latest = fromNow({ hours: FUTURE_HOURS });
  if (value.created_at > latest || value.updated_at > latest)
    throw badFields({ items: m.timeInFuture });
  return value;
}
