import { openDevice } from '#client/native/index.ts';
import { onlineStore } from '#client/pwa/online.ts';
import { registerSessionData, sessionStore, sessionToken } from '#client/session/session.ts';
import { readStoredSession, storedToken } from '#client/session/stored-session.ts';
import { createStore, type ReadableStore } from '#client/state/store.ts';
import { unsentFolder } from '#client/storage/delete-local-data.ts';
import { toast } from '#client/toasts/toast.ts';
import { itemKinds } from '#features/contract.ts';
import { createBrowserEnvironment } from './browser-environment.ts';
import { type LocalDatabase, openLocalDatabase } from './local-database.ts';
import { syncToasts } from './messages.ts';
import { onChangeInOtherTab } from './tabs.ts';
import type { UnsentBackup } from './unsent-backup.ts';
import { deleteAll, type UserDatabase } from './user-database.ts';
import { createUserSync, type UserSync } from './user-sync.ts';

const current = createStore<UserSync | undefined>(undefined);
let opened: Promise<LocalDatabase> | undefined;
let startedFor: string | undefined;
/** Resolves when the database of `startedFor` is open. */
let starting: Promise<void> | undefined;
/** The number of calls to startSync without a matching pauseSync. */
let startCount = 0;
let isListening = false;
/** True if syncing should resume as soon as a screen needs it. */
let isResumeDue = false;

/** The data of the signed-in user. Undefined until syncing has started and the database is open. */
export const currentSync: ReadableStore<UserSync | undefined> = current;

/** Returns the database of this device, which is opened only once. */
export function localDatabase(): Promise<LocalDatabase> {
  opened ??= openLocalDatabase().then((database) => {
    if (!database.isPersistent) {
      toast(syncToasts.notStored);
      registerSessionData({ clearUnsaved: (userId) => void deleteAll(database.forUser(userId)) });
    }
    return database;
  });
  return opened;
}

/** Returns the signed-in user's data on this device, or undefined if nobody is signed in. */
export async function sessionDatabase(): Promise<UserDatabase | undefined> {
  const userId = readStoredSession()?.id;
  return userId ? (await localDatabase()).forUser(userId) : undefined;
}

/** Syncs the signed-in user's data until `pauseSync` was called equally often. */
export async function startSync() {
  startCount++;
  listen();
  await followSession();
  if (isResumeDue) resume();
}

/** Reverses one call of `startSync`. After the last one nothing is sent; loaded data stays in memory. */
export function pauseSync() {
  startCount--;
}

/** Sends unsent changes at once, even on a screen that does not sync. */
export async function sendOnce() {
  try {
    await startSync();
    await current.get()?.sendNow();
  } finally {
    pauseSync();
  }
}

/** Sends unsent changes and repeats failed loads, now or when a screen syncs again. */
function resume() {
  isResumeDue = startCount === 0;
  if (!isResumeDue) void current.get()?.resume();
}

/** Syncs the data of the session's user. Sends unsent changes when the user has changed. */
function followSession(): Promise<void> | undefined {
  const session = sessionStore.get();
  const bearer = sessionToken();
  // A session restored from storage may lack the user's id until the server has responded.
  const userId = session.kind === 'signed-in' && bearer ? session.user.id : '';
  const key = userId && `${userId} ${bearer}`;
  if (key === startedFor) return starting;
  startedFor = key;
  current.get()?.stop();
  current.set(undefined);
  starting = userId && bearer ? open(key, userId, bearer) : undefined;
  return starting;
}

async function open(key: string, userId: string, bearer: string) {
  const sync = await createSync(userId, bearer);
  if (startedFor !== key) return;
  current.set(sync);
  resume();
}

async function createSync(userId: string, bearer: string): Promise<UserSync> {
  const [{ forUser }, { files }] = await Promise.all([localDatabase(), openDevice()]);
  const database = forUser(userId);
  let backup: UnsentBackup | undefined;
  if (files) {
    const { createUnsentBackup } = await import('./unsent-backup.ts');
    backup = createUnsentBackup(files, unsentFolder(userId), database);
    await backup.reconcile();
  }
  // The service worker cannot read local storage, so it sends with this session. The native app has no service worker.
  if (!files && storedToken() === bearer)
    // If the disk is full, only pages send.
    await database.write(['users'], ({ put }) => put('users', { bearer })).catch(() => {});
  return createUserSync(
    createBrowserEnvironment({
      userId,
      database,
      bearer,
      kinds: itemKinds,
      backup,
      isPaused: () => startCount === 0,
    }),
  );
}

/** Listens to the session, the network and other tabs, once. */
function listen() {
  if (isListening) return;
  isListening = true;
  sessionStore.subscribe(() => void followSession());
  onlineStore.subscribe(() => {
    if (onlineStore.get()) resume();
    else current.get()?.interrupt();
  });
  onChangeInOtherTab((change) => {
    const sync = current.get();
    if (sync?.userId === change.userId) sync.receive(change);
  });
  // Without a database, unsent changes are lost with the page.
  addEventListener('beforeunload', (event) => {
    const sync = current.get();
    if (sync && !sync.database.isPersistent && sync.hasUnsent()) event.preventDefault();
  });
}
