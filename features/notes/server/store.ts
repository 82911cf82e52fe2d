import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { InferOutput } from 'valibot';
import { now } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import { prepareRowCount } from '#server/database/count-rows.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import { conflict, limitReached, notFound } from '#server/errors.ts';
import type { PhotoOwnership } from '#server/files/ownership.ts';
import type { Cursor } from '#server/http/paged-response.ts';
import type { Changes } from '#server/sync/changes.ts';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import {
  type Note,
  type newNote,
  type noteChange,
  type noteDeletion,
  noteErrors,
} from '../contract.ts';

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
  database,
  ownership,
  changes,
  limits: { itemsPerUser },
}: {
  database: Database;
  ownership: PhotoOwnership;
  changes: Changes;
  limits: Pick<Limits, 'itemsPerUser'>;
}) {
  const { prepare } = database;
  const firstPage = prepare((query, value) => pageOf(query).where('user_id', '=', value('userId')));
  const nextPage = prepare((query, value) =>
    pageOf(query)
      .where('user_id', '=', value('userId'))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(value('created_at'), value('id'))),
      ),
  );
  const insert = prepare((query, value) =>
    query
      .insertInto('notes')
      .values({
        id: value('id'),
        user_id: value('userId'),
        title: value('title'),
        content: value('content'),
        photo_path: value('photo_path'),
        version: value<number>('version'),
        created_at: value('created_at'),
        updated_at: value('time'),
        seq: value<number>('seq'),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(noteColumns),
  );
  const change = prepare((query, value) =>
    query
      .updateTable('notes')
      .set({
        title: value('title'),
        content: value('content'),
        photo_path: value('photo_path'),
        version: value<number>('version'),
        updated_at: value('time'),
        seq: value<number>('seq'),
      })
      .where('id', '=', value('id'))
      .returning(noteColumns),
  );
  const select = prepare((query, value) =>
    query
      .selectFrom('notes')
      .select(noteColumns)
      .where('id', '=', value('id'))
      .where('user_id', '=', value('userId'))
      .$if(database.engine === 'postgres', (select) => select.forUpdate()),
  );
  const count = prepareRowCount(database, 'notes');

  return {
    /** Reads the newest notes, or the newest of those older than `last`. The page after the last one is empty. */
    page: (userId: string, last?: Cursor) =>
      last ? nextPage({ userId, created_at: last.created_at, id: last.id }) : firstPage({ userId }),

    create: (
      userId: string,
      { id, title, content, photo_path = null }: InferOutput<typeof newNote>,
    ) =>
      changes.write(userId, async (query, seq) => {
        if (id) await changes.checkNotDeleted(query, 'notes', id);
        const time = now();
        const note = { id: id ?? randomUUIDv7(), title, content, photo_path, version: 1 };
        const [created] = await insert({ ...note, userId, created_at: time, time, seq }, query);
        // The same request arrived before. If the id belongs to someone else, find() throws 404.
        if (!created) return { note: await find(query, userId, id as string), seq };
        await checkLimit(query, userId);
        await ownership.changePhoto(query, userId, { from: null, to: photo_path });
        return { note: created, seq };
      }),

    update: (
      userId: string,
      id: string,
      { title, content, photo_path, version: edited }: InferOutput<typeof noteChange>,
    ) =>
      changes.write(userId, async (query, seq) => {
        const current = await find(query, userId, id);
        checkVersion(current, edited);
        const photo = photo_path === undefined ? current.photo_path : photo_path;
        const version = current.version + 1;
        const [updated] = await change(
          { id, title, content, photo_path: photo, version, time: now(), seq },
          query,
        );
        await ownership.changePhoto(query, userId, { from: current.photo_path, to: photo });
        return { note: updated as Note, seq };
      }),

    /** Deletes a note. `deletion_id` names the deletion, for `restore`. */
    remove: (
      userId: string,
      id: string,
      { version, deletion: deletion_id }: InferOutput<typeof noteDeletion> = {},
    ) =>
      changes.write(userId, async (query, seq) => {
        const row = await find(query, userId, id);
        checkVersion(row, version);
        await query.deleteFrom('notes').where('id', '=', id).execute();
        const deletion = { user_id: userId, entity: 'notes' as const, row, deletion_id, seq };
        await changes.recordDeletion(query, deletion);
        await ownership.changePhoto(query, userId, { from: row.photo_path, to: null });
      }),

    /** Restores a deleted note. Returns the note as it is if it is not deleted, so that a repeated request changes nothing. */
    restore: (userId: string, id: string, deletion_id?: string) =>
      changes.write(userId, async (query, seq) => {
        const deletion = { user_id: userId, entity: 'notes' as const, id, deletion_id };
        const deleted = await changes.restore<Note>(query, deletion);
        if (!deleted) return { note: await find(query, userId, id), seq };
        const photo_path = await ownership.restorePhoto(query, userId, deleted.photo_path);
        const version = deleted.version + 1;
        const [note] = await insert(
          { ...deleted, photo_path, version, userId, time: now(), seq },
          query,
        );
        await checkLimit(query, userId);
        return { note: note as Note, seq };
      }),
  };

  /** Throws if the note is not the version that was edited or deleted. */
  function checkVersion(note: Note, version: number | undefined) {
    if (version !== undefined && version !== note.version)
      throw conflict(noteErrors.changedElsewhere, { note });
  }

  /** Throws if a person has too many notes, including the new one. The user's row is locked, so the limit is exact. */
  async function checkLimit(query: InTransaction, userId: string) {
    if ((await count(query, userId)) > itemsPerUser)
      throw limitReached(noteErrors.limitReached(itemsPerUser));
  }

  /** Finds a note and locks its row until the transaction ends. */
  async function find(query: InTransaction, userId: string, id: string): Promise<Note> {
    const [note] = await select({ id, userId }, query);
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
      .limit(sql.lit(PAGE_MAX_ROWS))
  );
}
