import { AppLink } from '#client/components/app-link.tsx';
import { LinkedText } from '#client/components/linked-text.tsx';
import { Photo } from '#client/photos/photo.tsx';
import { MarkedExcerpt } from '#client/search/marked-excerpt.tsx';
import type { Found } from '#client/search/search-index.ts';
import type { Item } from '#client/sync/item.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { UnsentMark } from '#client/sync/unsent-mark.tsx';
import { formatDateTime } from '#client/text/dates.ts';
import { itemKinds } from '#features/contract.ts';
import { fieldsIn, type NamedField } from '#shared/described-fields.ts';
import type { Field, ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { FilledPath } from '#shared/paths.ts';
import { formatValue, labelsLongTexts, titleOf } from './field-values.ts';
import { useKind } from './kind-context.ts';
import { itemUrl } from './use-open-item.ts';

/** Shows when an item was created and edited, and whether that is sent. Empty for a new item. */
export function ItemMeta({
  item,
  entry,
}: {
  item: Item | undefined;
  /** The unsent change of the item, if there is one. */
  entry: OutboxEntry | undefined;
}) {
  return (
    <p className="item-page-meta">
      {item && <ItemTime label="Created" iso={item.created_at} />}
      {item && item.updated_at !== item.created_at && (
        <ItemTime label="Edited" iso={item.updated_at} />
      )}
      {entry && <UnsentMark entry={entry} />}
    </p>
  );
}

function ItemTime({ label, iso }: { label: string; iso: string }) {
  return (
    <span>
      {label} <time dateTime={iso}>{formatDateTime(iso)}</time>
    </span>
  );
}

/** Shows the values of an item except its title: short values with their labels, then the long texts. */
export function ItemValues({ item }: { item: Item }) {
  const { kind } = useKind();
  const { short, long } = valuesOf(kind, item);
  const isLabelled = labelsLongTexts(fieldsIn(kind));
  return (
    <>
      {short.length > 0 && (
        <dl className="item-page-values">
          {short.map((filled) => (
            <div key={filled.field.name}>
              <dt>{filled.field.label}</dt>
              <dd dir="auto">
                <ShortValue {...filled} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {long.map(({ field, shown }) => (
        <div key={field.name}>
          {isLabelled && <p className="item-page-label">{field.label}</p>}
          <div dir="auto" className="item-page-text">
            <LinkedText text={shown} />
          </div>
        </div>
      ))}
    </>
  );
}

/** Shows a short value. An address is a link, and so is the title of an item that the value refers to. */
function ShortValue({ field, value, shown }: Filled) {
  const to = field.kind === 'reference' && addressOfItem(field, String(value));
  if (to)
    return (
      <AppLink to={to} className="link">
        {shown}
      </AppLink>
    );
  const href = addressOf(field, shown);
  if (!href) return shown;
  return (
    <a href={href} className="link" target="_blank" rel="noopener noreferrer nofollow">
      {shown}
    </a>
  );
}

function addressOf({ kind }: Field, shown: string) {
  if (kind === 'email') return `mailto:${encodeURIComponent(shown).replace('%40', '@')}`;
  // The server checks that too, but the item may be on this device only.
  return kind === 'web-address' && /^https?:\/\//i.test(shown) ? shown : undefined;
}

function addressOfItem({ to, titles }: ReferenceField, id: string) {
  const kinds: readonly ItemKind[] = itemKinds;
  const kind = titles?.has(id) && kinds.find(({ many }) => many === to);
  return kind ? (`${kind.path}${itemUrl(kind, id)}` as FilledPath) : undefined;
}

/** Shows the values of an item on its card: short values in one line, then the first long text. */
export function CardValues({ item, found }: { item: Item; found: Found | undefined }) {
  const { short, long } = valuesOf(useKind().kind, item);
  // An unchecked box is not shown.
  const visible = short.filter(({ field, value }) => field.kind !== 'checkbox' || value === true);
  const line = visible.map(({ field: { kind, label }, shown }) =>
    kind === 'checkbox' ? label : `${label}:\u00a0${shown}`,
  );
  return (
    <>
      {/* With no-break spaces, so that no line starts with the dot, and none ends with a label. */}
      {line.length > 0 && <p>{line.join('\u00a0· ')}</p>}
      {long[0] && (
        <p>
          <MarkedExcerpt text={long[0].shown} found={found} />
        </p>
      )}
    </>
  );
}

/** Shows the photo of an item, if it has one. Pressing the photo enlarges it. */
export function ItemPhoto({
  item,
  isOpened,
  onOpen,
}: {
  item: Item;
  /** False while the item is shown only because the pane would be empty: then the thumbnail of the list is enough. */
  isOpened: boolean;
  onOpen: () => void;
}) {
  const { kind, messages } = useKind();
  if (!item.photo_path) return null;
  return (
    <button
      type="button"
      className="reader-photo"
      aria-label={messages.photoOf(titleOf(kind, item))}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Photo
        key={item.photo_path}
        path={item.photo_path}
        alt=""
        width={isOpened ? 1280 : undefined}
      />
    </button>
  );
}

/** A value of an item, also in readable form. */
type Filled = { field: NamedField; value: unknown; shown: string };

/** Returns the non-empty values of an item except its title. */
function valuesOf(kind: ItemKind, item: Item) {
  const [, ...fields] = fieldsIn(kind);
  const filled: Filled[] = fields
    .map((field) => {
      const value = item[field.name];
      return { field, value, shown: formatValue(field, value) };
    })
    .filter(({ shown }) => shown !== '');
  const isLong = ({ field }: Filled) => field.kind === 'long-text';
  return { short: filled.filter((one) => !isLong(one)), long: filled.filter(isLong) };
}
