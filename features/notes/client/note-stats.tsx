import { calendarDay } from '#client/components/dates.ts';
import { useToday } from '#client/components/use-today.ts';
import type { Note } from '../contract.ts';

/** Three panels of one folded sheet. */
export function NoteStats({ notes }: { notes: Note[] | undefined }) {
  const today = useToday();
  const isToday = (note: Note) => calendarDay(new Date(note.created_at)) === today;
  const stats = [
    { label: 'Total notes', count: notes?.length },
    { label: 'With photos', count: notes?.filter((note) => note.photo_path).length },
    { label: 'Created today', count: notes?.filter(isToday).length },
  ];
  return (
    <dl className="note-stats" aria-busy={notes === undefined}>
      {stats.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
