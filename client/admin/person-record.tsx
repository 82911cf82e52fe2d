import { Ellipsis } from 'lucide-react';
import { Avatar } from '#client/components/avatar.tsx';
import { formatDateTime, formatDay } from '#client/text/dates.ts';
import { features } from '#features/client.ts';
import type { Person } from '#shared/admin.ts';
import { formatNumber } from '#shared/format-number.ts';
import { formatBytes } from './format.ts';
import { peopleMessages as m } from './messages.ts';
import { nameOf } from './person-actions.tsx';
import { RecordItem } from './record-list.tsx';

/** The labels of the features' counts. */
const COUNTS = features.flatMap(({ counts = {} }) => Object.entries(counts));

export const personHead: [string, ...string[]] = [
  'Person',
  'Joined',
  'Last seen',
  ...COUNTS.map(([, label]) => label),
  'Storage',
];

/** Shows a person with a button that opens the menu of what can be done to them. */
export function PersonRecord({
  person,
  isSelf,
  isMenuOpen,
  onOpenMenu,
}: {
  person: Person;
  isSelf: boolean;
  isMenuOpen: boolean;
  onOpenMenu: (button: HTMLButtonElement) => void;
}) {
  return (
    <RecordItem
      lead={<Who person={person} isSelf={isSelf} />}
      facts={factsOf(person)}
      action={
        <button
          type="button"
          className="icon-button"
          aria-label={`Actions for ${nameOf(person)}`}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={(event) => onOpenMenu(event.currentTarget)}
        >
          <Ellipsis aria-hidden className="size-5" />
        </button>
      }
    />
  );
}

function Who({ person, isSelf }: { person: Person; isSelf: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar user={person} className="flex-none" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b dir="auto" className="wrap-anywhere font-semibold">
            {nameOf(person)}
          </b>
          {isSelf && <span className="tag">You</span>}
          {person.user_type === 'admin' && <span className="tag">Admin</span>}
          {!person.confirmed && (
            <span className="tag" data-kind="waiting">
              Not confirmed
            </span>
          )}
        </p>
        <p className="wrap-anywhere text-sm text-ink-soft">{person.email}</p>
      </div>
    </div>
  );
}

function factsOf(person: Person): [label: string, value: string][] {
  const { created_at, last_seen_at, counts, storage_bytes } = person;
  return [
    ['Joined', formatDay(created_at)],
    ['Last seen', last_seen_at ? formatDateTime(last_seen_at) : m.never],
    ...COUNTS.map(([name, label]): [string, string] => [label, formatNumber(counts[name] ?? 0)]),
    ['Storage', formatBytes(storage_bytes)],
  ];
}
