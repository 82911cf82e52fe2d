import { LinkedText } from '#client/components/linked-text.tsx';
import { Photo } from '#client/photos/photo.tsx';
import type { FieldValues, Item } from '#client/sync/entity.ts';
import { fieldsIn, formatValue, titleOf } from './field-values.ts';
import type { ItemEntity, ItemType } from './item-type.ts';

/** Shows the values of an item apart from its title: short ones with their labels, then the long texts. */
export function ItemValues({ entity, item }: { entity: ItemEntity; item: Item }) {
  const values = item as unknown as FieldValues;
  const [, ...fields] = fieldsIn(entity);
  const filled = fields
    .map((field) => ({ ...field, shown: formatValue(field, values[field.name]) }))
    .filter(({ shown }) => shown !== '');
  const short = filled.filter(({ kind }) => kind !== 'long-text');
  return (
    <>
      {short.length > 0 && (
        <dl className="reader-values">
          {short.map(({ name, label, shown }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd dir="auto">{shown}</dd>
            </div>
          ))}
        </dl>
      )}
      {filled
        .filter(({ kind }) => kind === 'long-text')
        .map(({ name, shown }) => (
          <div key={name} dir="auto" className="reader-text">
            <LinkedText text={shown} />
          </div>
        ))}
    </>
  );
}

/** Shows the photo of an item, if it has one. Pressing it shows it larger. */
export function ItemPhoto({
  type: { entity, messages },
  item,
  onOpen,
}: {
  type: ItemType;
  item: Item;
  onOpen: () => void;
}) {
  if (!item.photo_path) return null;
  return (
    <button
      type="button"
      className="reader-photo"
      aria-label={messages.photoOf(titleOf(entity, item))}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Photo key={item.photo_path} path={item.photo_path} alt="" width={1280} />
    </button>
  );
}
