import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { InferOutput } from 'valibot';
import { now } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import { conflict, limitReached, notFound } from '#server/errors.ts';
import type { PhotoOwnership } from '#server/files/ownership.ts';
import { PAGE_ROWS } from '#server/http/paged-response.ts';
import type { Changes } from '#server/sync/changes.ts';
import { type Note, type newNote, type noteChange, noteErrors } from '../contract.ts';

export type Notes = ReturnType<typeof createNotes>;

export const noteColumns = [
  'id',
  'title',
  'content',
  'photo_path',
  'created_at',
  'updated_at',
  'version',
] as const;

export function createNotes({
  database: { engine, prepare },
  ownership,
  changes,
  limits: { itemsPerUser },
}: {
  database: Database;
  ownership: PhotoOwnership;
  changes: Changes;
  limits: Pick<Limits, 'itemsPerUser'>;
}) {
  const firstPage = prepare((query, value) => pageOf(query).where('user_id', '=', value('userId')));
  const nextPage = prepare((query, value) =>
    pageOf(query)
      .where('user_id', '=', value('userId'))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(value('created_at'), value('id'))),
      ),
  );

  return {
    /** Reads the newest notes, or the newest of those older than `last`. The page after the last one is empty. */
    page: (userId: string, last?: Note) =>
      last ? nextPage({ userId, created_at: last.created_at, id: last.id }) : firstPage({ userId }),

    create: (
      userId: string,
      { id, title, content, photo_path = null }: InferOutput<typeof newNote>,
    ) =>
      changes.write(userId, async (query, seq) => {
        if (id) await changes.checkNotDeleted(query, 'notes', id);
        const time = now();
        const created = await query
          .insertInto('notes')
          .values({
            id: id ?? randomUUIDv7(),
            user_id: userId,
            title,
            content,
            photo_path,
            version: 1,
            created_at: time,
            updated_at: time,
            seq,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning(noteColumns)
          .executeTakeFirst();
        // The same request arrived before. If the id belongs to someone else, find() throws 404.
        if (!created) return { note: await find(query, userId, id as string), seq };
        await checkLimit(query, userId);
        await ownership.changePhoto(query, userId, { from: null, to: photo_path });
        return { note: created, seq };
      }),

    update: (
      userId: string,
      id: string,
      { title, content, photo_path, version }: InferOutput<typeof noteChange>,
    ) =>
      changes.write(userId, async (query, seq) => {
        const current = await find(query, userId, id);
        checkVersion(current, version);
        const photo = photo_path === undefined ? current.photo_path : photo_path;
        const updated = await query
          .updateTable('notes')
          .set({
            title,
            content,
            photo_path: photo,
            version: current.version + 1,
            updated_at: now(),
            seq,
          })
          .where('id', '=', id)
          .returning(noteColumns)
          .executeTakeFirstOrThrow();
        await ownership.changePhoto(query, userId, { from: current.photo_path, to: photo });
        return { note: updated, seq };
      }),

    remove: (userId: string, id: string, version?: number) =>
      changes.write(userId, async (query, seq) => {
        const current = await find(query, userId, id);
        checkVersion(current, version);
        await query.deleteFrom('notes').where('id', '=', id).execute();
        await changes.recordDeletion(query, { user_id: userId, entity: 'notes', id, seq });
        await ownership.changePhoto(query, userId, { from: current.photo_path, to: null });
      }),
  };

  /** Throws if the note is not the version that was edited or deleted. */
  function checkVersion(note: Note, version: number | undefined) {
    if (version !== undefined && version !== note.version)
      throw conflict(noteErrors.changedElsewhere, { note });
  }

  /** Throws if a person has too many notes, including the new one. The user's row is locked, so the limit is exact. */
  async function checkLimit(query: InTransaction, userId: string) {
    const { count } = await query
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count > itemsPerUser) throw limitReached(noteErrors.limitReached(itemsPerUser));
  }

  /** Finds a note and locks its row until the transaction ends. */
  async function find(query: InTransaction, userId: string, id: string): Promise<Note> {
    const note = await query
      .selectFrom('notes')
      .select(noteColumns)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .$if(engine === 'postgres', (select) => select.forUpdate())
      .executeTakeFirst();
    if (!note) throw notFound();
    return note;
  }
}

function pageOf(query: Query) {
  return (
    query
      .selectFrom('notes')
      .select(noteColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      // A literal, because SQLite plans a statement again whenever its limit is a parameter.
      .limit(sql.lit(PAGE_ROWS))
  );
}
