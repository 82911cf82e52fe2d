import { useId, useMemo } from 'react';
import { useStartOfToday } from '#client/text/dates.ts';
import { formatNumber } from '#shared/format-number.ts';
import type { Note } from '../contract.ts';
import { createdOn, hasPhoto, NO_FILTER, type NoteFilter } from './note-filter.ts';
import './note-stats.css';

/** Shows how many notes there are. Pressing a count shows those notes; pressing it again shows all. */
export function NoteStats({
  notes,
  filter,
  onFilter,
}: {
  notes: Note[] | undefined;
  filter: NoteFilter;
  onFilter: (filter: NoteFilter) => void;
}) {
  const id = useId();
  const today = useStartOfToday();
  const counts = useMemo(
    () => ({
      withPhotos: notes?.filter(hasPhoto).length,
      createdToday: notes?.filter(createdOn(today)).length,
    }),
    [notes, today],
  );
  const toggle = (name: keyof NoteFilter) => ({
    isPressed: filter[name],
    press: () => onFilter({ ...filter, [name]: !filter[name] }),
  });
  const stats: Stat[] = [
    // This button resets the filters and is not a filter itself.
    { label: 'Total notes', count: notes?.length, press: () => onFilter(NO_FILTER) },
    { label: 'With photos', count: counts.withPhotos, ...toggle('withPhotos') },
    { label: 'Created today', count: counts.createdToday, ...toggle('createdToday') },
  ];
  return (
    <dl className="note-stats" aria-busy={notes === undefined}>
      {stats.map(({ label, count, isPressed, press }, index) => (
        <div key={label} data-pressed={isPressed || undefined}>
          <dt>
            <button
              type="button"
              aria-pressed={isPressed}
              aria-describedby={`${id}-${index}`}
              onClick={press}
            >
              {label}
            </button>
          </dt>
          <dd id={`${id}-${index}`}>{count === undefined ? '–' : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

type Stat = {
  label: string;
  count: number | undefined;
  /** Missing if the button is not a filter. */
  isPressed?: boolean;
  press: () => void;
};
