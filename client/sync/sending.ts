import { createStore, type ReadableStore } from '#client/store/store.ts';
import { firstAborted } from './abort-signals.ts';
import { inTurn } from './in-turn.ts';
import { storageMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { type SendEvent, type SendOutcome, sendChanges, sendPhotos } from './send-changes.ts';
import type { SyncEnvironment } from './sync-environment.ts';

/** After this time without an answer the person may press the button again, which gives up what was not answered. */
const ANSWER_WAIT_MS = 5000;
/** An upload is given up then only after this time without progress: beginning again costs what was sent. */
const UPLOAD_STALL_MS = 30_000;

/**
 * Sends the outbox of one user: photos one at a time, and beside them everything that needs no upload. Each of the two
 * has a lock of its own, so that only one tab does it and an upload holds back nothing else.
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
  /** Why parts of sending failed on this device. */
  const errors = new Map<string, string>();
  const stopped = new AbortController();
  const uploaded = new Set<string>();
  /** Continues the sending of an item that waits for its photo. */
  const waiting = new Map<string, () => void>();
  let changesRun = new AbortController();
  let photosRun = new AbortController();
  let isUploading = false;
  let progressAt = 0;
  let isUrgent = false;
  /** The items that the next run is about: all of them, or those whose photos were uploaded. */
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

  /** Sends the item of a photo as soon as that was uploaded, and nothing else: what has failed is not repeated for it. */
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

  /** Runs a part of sending until another tab takes it over or it is given up here. */
  async function withoutOtherTabs(
    name: string,
    { signal: givenUp }: AbortController,
    isUrgentRun: boolean,
    work: (signal: AbortSignal) => Promise<SendOutcome>,
  ): Promise<SendOutcome> {
    const ended = firstAborted(stopped.signal, givenUp);
    let signal = ended;
    try {
      const outcome = await withLock(
        `${name}.${userId}`,
        ended,
        (lost) => {
          signal = firstAborted(ended, lost);
          return work(signal);
        },
        isUrgentRun,
      );
      errors.delete(name);
      return outcome;
    } catch (cause) {
      if (signal.aborted) return 'interrupted';
      console.error('Sending failed', cause);
      errors.set(name, storageMessage(cause));
      return 'unreachable';
    } finally {
      error.set([...errors.values()][0]);
    }
  }

  /** Sends what is waiting. Resolves as soon as something could not be sent, otherwise when everything was. */
  function send(): Promise<SendOutcome> {
    latestPhotos = runPhotos();
    isForAll = true;
    latestChanges = runChanges();
    return new Promise((resolve) => {
      async function waitForAll() {
        const runs = [latestChanges, latestPhotos];
        for (const run of runs) void run.then((outcome) => outcome !== 'sent' && resolve(outcome));
        await Promise.all(runs);
        // A photo is followed by its item, and a repeated request perhaps by the photo of a later change.
        if (runs[0] === latestChanges && runs[1] === latestPhotos) resolve('sent');
        else void waitForAll();
      }
      void waitForAll();
    });
  }

  return {
    /** False after some seconds without an answer, although sending goes on. */
    isSending: isSending as ReadableStore<boolean>,
    /** Says why sending failed on this device; undefined if it did not. */
    error: error as ReadableStore<string | undefined>,
    send,

    /** Sends at once: gives up a request without an answer, also that of another tab, and an upload without progress. */
    sendNow() {
      changesRun.abort();
      if (Date.now() - progressAt > UPLOAD_STALL_MS) photosRun.abort();
      isUrgent = true;
      return send();
    },

    /** Ends all requests, because the device has no connection any more. */
    interrupt() {
      changesRun.abort();
      photosRun.abort();
    },

    stop: () => stopped.abort(),
  };
}
