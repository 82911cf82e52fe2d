import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { hashPassword } from '#server/auth/passwords.ts';
import { fromNow } from '#server/clock/clock.ts';
import { notFound } from '#server/errors/errors.ts';
import { respond } from '#server/http/responses.ts';
import { silentLog } from '#server/log/log.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { newEmail } from '#tests/support/test-people.ts';
import { stepsServer } from './linked-kind.ts';

export type SimulatedServer = Awaited<ReturnType<typeof startSimulatedServer>>;

export type ServerRequest = {
  method: string;
  path: string;
  token: string;
  contentType?: string;
  body?: Buffer;
};

export type ServerAnswer = { status: number; text: string };

export type User = { id: string };

/** Restoring a backup increases change numbers by this much, see server/backup/restore.ts. */
const SEQ_GAP = 1_000_000_000;

/** Starts the real server with the test feature. Requests reach its app directly. */
export async function startSimulatedServer() {
  const server = await startTestServer({ features: [testItemsServer, stepsServer] });
  const { router, accounts, blobs, sessions, sync, wakeSweeper } = server.running;
  const { query } = server;
  const password_hash = await hashPassword('correct horse');
  // The simulation does not cut the server's power.
  await sql`pragma synchronous = off`.execute(query);

  return {
    stop: server.stop,

    /** Handles a request. An event stream is written to `response`. */
    async handle(
      { method, path, token, contentType, body }: ServerRequest,
      response = new FakeResponse(),
    ): Promise<ServerAnswer> {
      const authorization = `Bearer ${token}`;
      const headers = { authorization, ...(contentType && { 'content-type': contentType }) };
      const request = Object.assign(Readable.from(body ? [body] : []), {
        socket: {},
        method,
        url: path,
        headers,
        rawHeaders: [],
        complete: true,
      });
      const [pathname = ''] = path.split('?');
      const route = router.find(method, pathname);
      const exchange = { request, response, path: pathname, address: '', headers: {} };
      await respond(exchange as never, silentLog, () => {
        if (!route) throw notFound();
        return route.handle(exchange as never, route.params);
      });
      // A response ends at the end of an event loop turn.
      await nextTurn();
      return { status: response.status, text: response.text };
    },

    async createUser(name: string): Promise<User> {
      const profile = { first_name: name, last_name: name, user_type: 'user' as const };
      return { id: await accounts.seed({ ...profile, email: newEmail(), password_hash }) };
    },

    startSession: async ({ id }: User) => (await sessions.start({ id, password_hash })) as string,
    endSession: sessions.end,

    /** Returns a user's items of one kind, newest first. */
    async items({ id }: User, table: 'items' | 'steps') {
      return query
        .selectFrom(table as 'items')
        .selectAll()
        .where('user_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    photos: ({ id }: User) =>
      query.selectFrom('files').selectAll().where('user_id', '=', id).execute(),

    blob: blobs.get,

    /** Removes unused photos. */
    sweepPhotos: wakeSweeper,

    /** Deletes a user with all data, so that later runs stay as fast as the first. */
    async deleteUser({ id }: User) {
      for (const { path } of await this.photos({ id })) await blobs.remove(path);
      await query.deleteFrom('users').where('id', '=', id).execute();
    },

    /** Forgets a user's deletions, as if they were 90 days old. */
    async forgetDeletions({ id }: User) {
      const deleted_at = fromNow({ days: -100 });
      await query.updateTable('deletions').set({ deleted_at }).where('user_id', '=', id).execute();
      await sync.changes.sweep();
    },

    /** Stores a user's data. Returns a function that restores it like a backup. */
    async backUp({ id }: User) {
      const where = (table: 'items' | 'steps' | 'deletions' | 'files') =>
        query.selectFrom(table).selectAll().where('user_id', '=', id).execute();
      const [user, itemRows, stepRows, deletions, files] = await Promise.all([
        query.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        where('items'),
        where('steps'),
        where('deletions'),
        where('files'),
      ]);
      return () =>
        query.transaction().execute(async (query) => {
          const change_seq = user.change_seq + SEQ_GAP;
          await query
            .updateTable('users')
            .set({ change_seq, complete_since_seq: change_seq })
            .where('id', '=', id)
            .execute();
          // A backup omits the rows of removed photos, because it does not have their bytes.
          const tables = {
            files: files.filter(({ removed_at }) => !removed_at),
            items: itemRows,
            steps: stepRows,
            deletions,
          };
          for (const [table, rows] of Object.entries(tables)) {
            const name = table as 'items';
            await query.deleteFrom(name).where('user_id', '=', id).execute();
            if (rows.length > 0)
              await query
                .insertInto(name)
                .values(rows as never)
                .execute();
          }
        });
    },
  };
}

/** The server's end of a response. An event stream is passed to `receive`. */
export class FakeResponse extends EventEmitter {
  status = 0;
  text = '';
  destroyed = false;
  writableLength = 0;
  socket = { destroySoon() {} };
  readonly #receive: (text: string) => void;

  constructor(receive = (_text: string) => {}) {
    super();
    this.#receive = receive;
  }
  writeHead(status: number) {
    this.status = status;
    return this;
  }
  flushHeaders() {}
  write(text: string) {
    if (!this.destroyed) this.#receive(text);
  }
  end(text = '') {
    this.text = text;
    this.destroy();
  }
  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}
