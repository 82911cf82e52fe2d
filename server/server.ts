import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createNotes, type Notes } from '#features/notes/server/store.ts';
import { buildApp } from './app.ts';
import { createEmailLimits } from './auth/email-limits.ts';
import { createLetterWriter } from './auth/letters.ts';
import { createPendingRegistrations } from './auth/pending-registrations.ts';
import { createSessions } from './auth/sessions.ts';
import { createAccounts } from './auth/store.ts';
import { createAccountTokens } from './auth/tokens.ts';
import { createClockGuard } from './clock-guard.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { openBlobs } from './files/blobs.ts';
import { createPhotoOwnership } from './files/ownership.ts';
import { photoColumns } from './files/photo-columns.ts';
import { createPictures } from './files/pictures.ts';
import { createFiles, type Files } from './files/store.ts';
import { startSweeper } from './files/sweeper.ts';
import { BoundedRequest } from './http/incoming-request.ts';
import type { Log } from './log.ts';
import { openDelivery } from './mail/delivery.ts';
import { sweepFailed } from './mail/outbox.ts';
import { startMailWorker } from './mail/worker.ts';
import { startWorker } from './worker.ts';

const HOUR_MS = 60 * 60 * 1000;
/** By the clock and never woken by a request: the work that a request leaves behind must not be seen from outside. */
const MAIL_EVERY_MS = 1000;
const STOP_LIMIT_MS = 10_000;
const MAX_CONNECTIONS = 10_000;
const IDLE_SOCKET_MS = 120_000;
const SITE = join(import.meta.dirname, '../dist');

/** What is put into the stores before the first request. */
type Preparation = (stores: Stores) => Promise<void>;
export type Stores = { database: Database; notes: Notes; files: Files };

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Opens everything, listens, and knows how to close it again in the right order. */
export async function startServer(
  config: Config,
  log: Log,
  {
    site = SITE,
    prepare,
    mailEveryMs = MAIL_EVERY_MS,
  }: { site?: string; prepare?: Preparation; mailEveryMs?: number } = {},
) {
  const database = await openDatabase(config, (msg) => log.warn({ msg }));
  const { query } = database;
  const blobs = await openBlobs(config);
  const delivery = await openDelivery(config, query);
  const accounts = createAccounts(database);
  const pending = createPendingRegistrations(database);
  const sessions = createSessions(database);
  const tokens = createAccountTokens(query);
  const pictures = createPictures();
  const ownership = createPhotoOwnership(photoColumns);
  const { limits } = config;
  const files = createFiles({ database, blobs, pictures, ownership, limits });
  const notes = createNotes({ database, ownership, limits });

  const clockGuard = createClockGuard(query, log);
  const emailLimits = createEmailLimits(config);
  const compose = createLetterWriter(config, accounts, pending, tokens, emailLimits);
  const mail = startMailWorker({
    database,
    log,
    compose,
    delivery,
    clockGuard,
    everyMs: mailEveryMs,
  });
  const sweeper = startSweeper({ query, blobs, ownership, clockGuard, log });
  const expiry = startWorker({
    name: 'expiry',
    everyMs: HOUR_MS,
    log,
    work: async () => {
      if (!(await clockGuard.allowsDeletion())) return;
      await sessions.sweep();
      await tokens.sweep();
      await pending.sweep();
      await sweepFailed(query);
    },
  });

  const { app, listener } = buildApp({
    config,
    log,
    database,
    blobs,
    accounts,
    pending,
    sessions,
    tokens,
    emailLimits,
    notes,
    files,
    wakeSweeper: sweeper.wake,
    site,
  });
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 60_000, IncomingMessage: BoundedRequest },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Also ends the connection of a client that stopped reading its answer.
  server.setTimeout(IDLE_SOCKET_MS);
  // Nothing waits for the store, which may come back; but the log says why it cannot be used.
  blobs
    .check()
    .catch((error) =>
      log.error({ err: error.cause ?? error, msg: 'The file store cannot be used.' }),
    );
  try {
    await prepare?.({ database, notes, files });
    await listening();
  } catch (error) {
    await closeParts();
    throw error;
  }

  return {
    app,
    database,
    accounts,
    notes,
    files,
    blobs,
    port: (server.address() as AddressInfo).port,

    /** Requests in flight finish, then workers, then the database; nothing acknowledged is left half done. */
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      // A connection is idle once its request in flight is answered; kept open, it would hold up the stop.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const impatience = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(impatience);
      await closeParts();
    },
  };

  function listening() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
    return promise;
  }

  async function closeParts() {
    await Promise.all([mail.stop(), sweeper.stop(), expiry.stop(), pictures.stop()]);
    await database.close();
    await log.flush();
  }
}
