import { ApiError } from '#client/api-client/api-error.ts';
import type { Store } from '#client/state/store.ts';
import type { ItemKind } from '#shared/items.ts';
import { firstAborted } from './abort-signals.ts';
import type { Puller } from './puller.ts';
import type { SyncEnvironment } from './sync-environment.ts';

/** The state of the connection to the server. */
export type Connection = 'unknown' | 'connected' | 'failed';

/** A list could not be loaded. */
export type LoadFailure = { kind: 'load-failed'; itemKind: ItemKind; error: unknown };

const RECONNECT_FIRST_MS = 1000;
const RECONNECT_MAX_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

/** Loads lists and follows their changes through the stream. */
export function createFollowing({
  environment,
  puller,
  connection,
  emit,
  resume,
}: {
  environment: SyncEnvironment;
  puller: Puller;
  connection: Store<Connection>;
  emit(event: LoadFailure): void;
  /** Called when a stream has opened after one that failed. */
  resume(): void;
}) {
  /** Why lists could not be loaded. They are requested again when the user asks, or when the connection is back. */
  const failedLists = new Map<string, unknown>();
  const loading = new Map<string, Promise<void>>();
  /** The kinds that this tab follows. Only one of them has a stream, whose events are for all. */
  const followed = new Map<AbortSignal, ItemKind>();
  let announced: number | undefined;
  let reconnect = new AbortController();
  /** Kept while the page is hidden. */
  let hasStreamFailed = false;

  /** Loads the whole list. Throws an ApiError if that fails. Does nothing if the session has ended. */
  async function load(kind: ItemKind) {
    if (!environment.checkSession()) return;
    await puller.moveToDisk();
    await puller.load(kind);
    failedLists.clear();
    await catchUp();
    connection.set('connected');
    connectNow();
  }

  /** Opens the stream without waiting, because the server is reachable again. */
  function connectNow() {
    reconnect.abort();
    reconnect = new AbortController();
  }

  /** Pulls until the device has the latest change that the stream has announced. */
  async function catchUp(isFirst = false) {
    const cursor = await puller.oldestCursor();
    if (cursor === undefined || announced === undefined) return;
    // A lower number means that the server's data was replaced: pulling then starts over.
    if (cursor < announced || (isFirst && cursor !== announced)) await puller.pull();
  }

  /** Follows the stream. If the user already has too many streams open, loads the changes once instead. */
  async function* openStream(signal: AbortSignal) {
    try {
      yield* environment.openStream(signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== TOO_MANY_REQUESTS) throw error;
      await puller.pull();
      connection.set('connected');
    }
  }

  async function loadIfMissing(kind: ItemKind) {
    const { many } = kind;
    const loaded = await puller.loadedKinds();
    if (loaded.some((one) => one.many === many)) return;
    if (failedLists.has(many)) throw failedLists.get(many);
    const load = loading.get(many) ?? puller.load(kind).finally(() => loading.delete(many));
    loading.set(many, load);
    try {
      await load;
    } catch (error) {
      failedLists.set(many, error);
      throw error;
    }
  }

  /** Loads the lists of all followed kinds that are missing, then what has changed. Throws if a list fails. */
  async function loadMissing(isFirst: boolean) {
    const loads = await Promise.allSettled([...followed.values()].map(loadIfMissing));
    await catchUp(isFirst);
    for (const load of loads) if (load.status === 'rejected') throw load.reason;
  }

  /** Shows that the server cannot be reached. Throws instead if the session has ended. */
  function fail(error: unknown) {
    const isRequest = error instanceof ApiError;
    if (isRequest && error.isAuthError) throw error;
    if (!isRequest) console.error('Syncing failed', error);
    connection.set('failed');
  }

  /**
   * Loads the list if this device has never loaded it, and follows its changes until the signal aborts. Only the stream
   * reopens by itself. A failed list is requested again when the user asks or when the connection is back, failed
   * changes also with the next event. `isOpening` is true if the user has just opened the screen: then a failure is
   * reported.
   */
  async function follow(kind: ItemKind, signal: AbortSignal, isOpening: boolean) {
    followed.set(signal, kind);
    await followUntilAborted(kind, signal, isOpening).finally(() => followed.delete(signal));
  }

  async function followUntilAborted(kind: ItemKind, signal: AbortSignal, isOpening: boolean) {
    if (isOpening) failedLists.delete(kind.many);
    let delay = RECONNECT_FIRST_MS;
    let isReported = !isOpening;
    const report = (error: unknown) => {
      if (!isReported) emit({ kind: 'load-failed', itemKind: kind, error });
      isReported = true;
    };

    async function followStream() {
      await loadIfMissing(kind).catch((error) => {
        fail(error);
        report(error);
      });
      let isFirstEvent = true;
      for await (const seq of openStream(signal)) {
        announced = seq;
        if (hasStreamFailed) resume();
        hasStreamFailed = false;
        try {
          if (isFirstEvent) await puller.moveToDisk();
          await loadMissing(isFirstEvent);
          connection.set('connected');
        } catch (error) {
          fail(error);
        }
        delay = RECONNECT_FIRST_MS;
        isFirstEvent = false;
        // The notice above the list shows later failures.
        isReported = true;
      }
    }

    while (!signal.aborted) {
      if (environment.canConnect() && !environment.checkSession()) return;
      try {
        if (environment.canConnect()) await followStream();
      } catch (error) {
        if (signal.aborted || (error instanceof ApiError && error.isAuthError)) return;
        fail(error);
        hasStreamFailed = true;
        report(error);
      }
      const next = firstAborted(signal, reconnect.signal);
      await environment.pause(delay, next.signal);
      next.release();
      delay = Math.min(RECONNECT_MAX_MS, delay * 2);
    }
  }

  return {
    load,
    catchUp,
    follow,
    /** Repeats failed loads, and opens the stream without waiting. */
    retry() {
      failedLists.clear();
      connectNow();
    },
  };
}
