import { createStore, type ReadableStore } from '#client/state/store.ts';
import { firstAborted } from './abort-signals.ts';
import { inTurn } from './in-turn.ts';
import { storageMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { type SendEvent, type SendOutcome, sendChanges } from './send-changes.ts';
import { sendPhotos } from './send-photos.ts';
import type { SyncEnvironment } from './sync-environment.ts';

/** After this time without an answer the user may press the button again, which cancels unanswered requests. */
const ANSWER_WAIT_MS = 5000;
/**
 * Pressing the button cancels an upload only after this time without progress, because restarting loses what was sent.
 */
const UPLOAD_STALL_MS = 30_000;

/**
 * Sends one user's outbox: photos one at a time, and in parallel everything that needs no upload. Each part has its own
 * lock, so that only one tab runs it and uploads do not hold back other changes.
 */
export function createSending({
  userId,
  kinds,
  bearer,
  withLock,
  outbox,
  onEvent,
}: Pick<SyncEnvironment, 'userId' | 'kinds' | 'bearer' | 'withLock'> & {
  outbox: Outbox;
  onEvent(event: SendEvent): void;
}) {
  const isSending = createStore(false);
  const error = createStore<string | undefined>(undefined);
  /** Why sending changes or photos failed on this device. */
  const errors = new Map<string, string>();
  const stopped = new AbortController();
  const uploaded = new Set<string>();
  /** Resumes sending an item that waits for its photo. */
  const waiting = new Map<string, () => void>();
  let changesRun = new AbortController();
  let photosRun = new AbortController();
  let isUploading = false;
  let progressAt = 0;
  let isUrgent = false;
  /** Whether the next run sends all items, or only those whose photos were uploaded. */
  let isForAll = false;
  const uploadedItems = new Set<string>();
  let latestChanges: Promise<SendOutcome> = Promise.resolve('sent');
  let latestPhotos: Promise<SendOutcome> = Promise.resolve('sent');
  let patience: ReturnType<typeof setTimeout> | undefined;

  const runChanges = inTurn(async () => {
    changesRun = new AbortController();
    const isUrgentRun = isUrgent;
    const only = isForAll ? undefined : new Set(uploadedItems);
    isUrgent = isForAll = false;
    uploadedItems.clear();
    expectAnswer();
    const outcome = await withoutOtherTabs('send', changesRun, isUrgentRun, (signal) =>
      sendChanges({
        ...shared,
        signal,
        only,
        waitForPhoto,
        onPhotoMissing() {
          latestPhotos = runPhotos();
        },
        onEvent(event) {
          expectAnswer();
          onEvent(event);
        },
      }),
    );
    clearTimeout(patience);
    isSending.set(false);
    return outcome;
  });

  const runPhotos = inTurn(async () => {
    photosRun = new AbortController();
    isUploading = true;
    const outcome = await withoutOtherTabs('upload', photosRun, false, (signal) =>
      sendPhotos({ ...shared, signal, onEvent, onProgress, onSettled }),
    );
    isUploading = false;
    for (const proceed of waiting.values()) proceed();
    return outcome;
  });

  const shared = { outbox, kinds, bearer, uploaded };

  function onProgress() {
    progressAt = Date.now();
  }

  /** Sends an item as soon as its photo is uploaded, and nothing else, so that failed changes are not repeated. */
  function onSettled(id: string) {
    const proceed = waiting.get(id);
    if (proceed) return proceed();
    uploadedItems.add(id);
    latestChanges = runChanges();
  }

  function waitForPhoto(id: string, signal: AbortSignal) {
    return new Promise<void>((resolve) => {
      const proceed = () => {
        waiting.delete(id);
        resolve();
      };
      if (!isUploading || signal.aborted) return resolve();
      waiting.set(id, proceed);
      signal.addEventListener('abort', proceed);
    });
  }

  function expectAnswer() {
    isSending.set(true);
    clearTimeout(patience);
    patience = setTimeout(() => isSending.set(false), ANSWER_WAIT_MS);
  }

  /** Runs a part of sending until another tab takes over or it is cancelled here. */
  async function withoutOtherTabs(
    name: string,
    { signal: givenUp }: AbortController,
    isUrgentRun: boolean,
    work: (signal: AbortSignal) => Promise<SendOutcome>,
  ): Promise<SendOutcome> {
    const ended = firstAborted(stopped.signal, givenUp);
    let run = ended;
    try {
      const outcome = await withLock(
        `${name}.${userId}`,
        ended.signal,
        (lost) => {
          run = firstAborted(ended.signal, lost);
          return work(run.signal);
        },
        isUrgentRun,
      );
      errors.delete(name);
      return outcome;
    } catch (cause) {
      if (run.signal.aborted) return 'interrupted';
      console.error('Sending failed', cause);
      errors.set(name, storageMessage(cause));
      return 'unreachable';
    } finally {
      run.release();
      ended.release();
      error.set([...errors.values()][0]);
    }
  }

  /** Sends unsent changes. Resolves when something could not be sent, otherwise when everything was sent. */
  function send(): Promise<SendOutcome> {
    latestPhotos = runPhotos();
    isForAll = true;
    latestChanges = runChanges();
    return new Promise((resolve) => {
      async function waitForAll() {
        const runs = [latestChanges, latestPhotos];
        for (const run of runs) void run.then((outcome) => outcome !== 'sent' && resolve(outcome));
        await Promise.all(runs);
        // A photo is followed by its item, and a repeated request possibly by a later change's photo.
        if (runs[0] === latestChanges && runs[1] === latestPhotos) resolve('sent');
        else void waitForAll();
      }
      void waitForAll();
    });
  }

  return {
    /** False after some seconds without an answer, although sending continues. */
    isSending: isSending as ReadableStore<boolean>,
    /** The reason why sending failed on this device; undefined if it did not. */
    error: error as ReadableStore<string | undefined>,
    send,

    /** Sends at once. Cancels unanswered requests, even in another tab, and an upload without progress. */
    sendNow() {
      changesRun.abort();
      if (Date.now() - progressAt > UPLOAD_STALL_MS) photosRun.abort();
      isUrgent = true;
      return send();
    },

    /** Cancels all requests, because the device has lost its connection. */
    interrupt() {
      changesRun.abort();
      photosRun.abort();
    },

    stop: () => stopped.abort(),
  };
}
