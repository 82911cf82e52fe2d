import type { Note } from '#shared/notes.ts';
import { isToday } from './dates.ts';

/** Three panels of one folded sheet. */
export function NoteStats({ notes }: { notes: Note[] | undefined }) {
  const stats = [
    { label: 'Total notes', count: notes?.length },
    { label: 'With photos', count: notes?.filter((note) => note.photo_path).length },
    { label: 'Created today', count: notes?.filter((note) => isToday(note.created_at)).length },
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
