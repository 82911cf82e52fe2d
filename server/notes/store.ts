import { randomUUIDv7 } from 'node:crypto';
import type { InferOutput } from 'valibot';
import { now } from '#server/clock.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import { badFields, noteChangedElsewhere, notFound } from '#server/errors.ts';
import { claimPhoto, releasePhoto } from '#server/files/ownership.ts';
import { fieldMessages } from '#shared/messages.ts';
import type { Note, newNote, noteChange } from '#shared/notes.ts';

export type Notes = ReturnType<typeof createNotes>;

const columns = [
  'id',
  'title',
  'content',
  'photo_path',
  'created_at',
  'updated_at',
  'version',
] as const;

export function createNotes({ engine, query, prepare }: Database) {
  const listOf = prepare((query, value) =>
    query
      .selectFrom('notes')
      .select(columns)
      .where('user_id', '=', value('userId'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  );

  return {
    list: (userId: string) => listOf({ userId }),

    create: (
      userId: string,
      { id, title, content, photo_path = null }: InferOutput<typeof newNote>,
    ) =>
      query.transaction().execute(async (query) => {
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
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning(columns)
          .executeTakeFirst();
        // The same request arrived before; someone else's id is a note that is not there.
        if (!created) return find(query, userId, id as string);
        if (photo_path !== null) await mustClaim(query, userId, photo_path);
        return created;
      }),

    update: (
      userId: string,
      id: string,
      { title, content, photo_path, version }: InferOutput<typeof noteChange>,
    ) =>
      query.transaction().execute(async (query) => {
        const current = await find(query, userId, id);
        if (version !== undefined && version !== current.version)
          throw noteChangedElsewhere(current);
        const photo = photo_path === undefined ? current.photo_path : photo_path;
        const updated = await query
          .updateTable('notes')
          .set({
            title,
            content,
            photo_path: photo,
            version: current.version + 1,
            updated_at: now(),
          })
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow();
        if (photo !== current.photo_path) {
          if (photo !== null) await mustClaim(query, userId, photo);
          if (current.photo_path) await releasePhoto(query, current.photo_path);
        }
        return updated;
      }),

    remove: (userId: string, id: string) =>
      query.transaction().execute(async (query) => {
        const { photo_path } = await find(query, userId, id);
        await query.deleteFrom('notes').where('id', '=', id).execute();
        if (photo_path) await releasePhoto(query, photo_path);
      }),
  };

  /** Holds the row until the transaction ends, so that two changes at once come one after the other. */
  async function find(query: InTransaction, userId: string, id: string): Promise<Note> {
    const note = await query
      .selectFrom('notes')
      .select(columns)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .$if(engine === 'postgres', (select) => select.forUpdate())
      .executeTakeFirst();
    if (!note) throw notFound();
    return note;
  }
}

async function mustClaim(query: InTransaction, userId: string, path: string) {
  if (!(await claimPhoto(query, userId, path)))
    throw badFields({ photo_path: fieldMessages.photoNotYours });
}
