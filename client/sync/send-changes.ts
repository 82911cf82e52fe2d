import type { ItemKind } from '#shared/items.ts';
import { abortAfter, firstAborted } from './abort-signals.ts';
import type { Outbox } from './outbox.ts';
import {
  type Attempt,
  missingUpload,
  type OutboxEntry,
  type Step,
  uploadsOf,
} from './outbox-entry.ts';
import { isReachable, request, upload } from './sender.ts';
import type { Answer, Settled } from './settle.ts';

/** What happened to an item while the outbox was sent. */
export type SendEvent = {
  kind: 'answered';
  itemKind: ItemKind;
  id: string;
  step: Step;
  answer: Answer;
  settled: Settled;
};

/**
 * How sending ended: everything that can be sent was sent, the server did not answer, another tab or a later sending
 * continues, or the session has ended.
 */
export type SendOutcome = 'sent' | 'unreachable' | 'interrupted' | 'signed-out';

/** What a part of sending needs. */
type SendOptions = {
  outbox: Outbox;
  kinds: readonly ItemKind[];
  bearer: string;
  /** Stops sending. */
  signal: AbortSignal;
  onEvent(event: SendEvent): void;
  /** The photos that were uploaded here and whose items are not sent yet. */
  uploaded: Set<string>;
};

/** After this many requests, an item that other devices keep changing waits for the next run. */
const STEPS_PER_ITEM = 20;
/** How long new items wait in total for the photos of items that were written before them. */
const PHOTO_WAIT_MS = 3000;

/**
 * Sends the changes whose photos are uploaded. New items are sent one by one in the order in which they were written,
 * because the server dates them on arrival; changes of other items are sent in parallel. Stops at the first unanswered
 * request, unless it failed before and the server is reachable, so that it does not block others. Must not run twice at
 * once for the same user.
 */
export async function sendChanges({
  outbox,
  kinds,
  bearer,
  signal,
  onEvent,
  uploaded,
  only,
  waitForPhoto,
  onPhotoMissing,
}: SendOptions & {
  /** The ids of the items to send; undefined for all. */
  only: ReadonlySet<string> | undefined;
  /** Waits until the photo of an item was uploaded or has failed, or the signal aborts. */
  waitForPhoto(id: string, signal: AbortSignal): Promise<void>;
  /** Called if a photo has to be uploaded that did not have to be when sending began. */
  onPhotoMissing(): void;
}): Promise<SendOutcome> {
  let outcome: SendOutcome = 'sent';
  let hasFailed = false;
  let reachable: Promise<boolean> | undefined;
  let patience: AbortSignal | undefined;

  async function sendAll(entries: OutboxEntry[]) {
    for (const entry of entries) if (outcome === 'sent') await sendItem(entry);
  }

  async function sendItem(entry: OutboxEntry) {
    const { id, base } = entry;
    const kind = kinds.find(({ many }) => many === entry.entity);
    if (!kind) return;
    if (!base && missingUpload(entry)) {
      patience ??= abortAfter(PHOTO_WAIT_MS);
      await waitForPhoto(id, firstAborted(signal, patience));
    }
    for (let count = 0; count < STEPS_PER_ITEM; count++) {
      if (signal.aborted) outcome = 'interrupted';
      if (outcome !== 'sent') return;
      const step = await outbox.prepare(kind, id);
      // The photo of a later change had to wait until an earlier request was answered.
      if (step?.kind === 'upload' && count > 0) onPhotoMissing();
      if (step?.kind !== 'request') return;
      const answer = await request(kind, id, step.attempt, bearer, signal);
      if (answer === 'interrupted' || answer === 'signed-out') {
        outcome = answer;
        return;
      }
      const uploadId = expiredUpload(step.attempt, answer);
      if (uploadId && !uploaded.has(uploadId)) {
        await outbox.setUploadPath(kind, id, uploadId);
        onPhotoMissing();
        return;
      }
      const settled = await outbox.settle(kind, id, step, answer);
      for (const one of uploadsOf(entry)) uploaded.delete(one);
      onEvent({ kind: 'answered', itemKind: kind, id, step, answer, settled });
      if (!settled.entry?.error) continue;
      hasFailed = true;
      reachable ??= entry.error ? isReachable(bearer) : undefined;
      if (!(entry.error && (await reachable))) outcome = 'unreachable';
      return;
    }
  }

  const waiting = (await outbox.entries()).filter(
    ({ problem, id }) => !problem && (only?.has(id) ?? true),
  );
  const isNew = ({ base }: OutboxEntry) => !base;
  // Waits for both even if the disk fails in one of them, because the next run must not begin earlier.
  const ended = await Promise.allSettled([
    sendAll(inOrderOfWriting(waiting.filter(isNew))),
    sendAll(inOrderOfWriting(waiting.filter((entry) => !isNew(entry)))),
  ]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return outcome === 'sent' && hasFailed ? 'unreachable' : outcome;
}

/**
 * Uploads the photos of unsent changes, one at a time: two would halve what fits through a slow line, and end after the
 * time limit both. Stops at the first that gets no answer. Must not run twice at once for the same user.
 */
export async function sendPhotos({
  outbox,
  kinds,
  bearer,
  signal,
  onEvent,
  uploaded,
  onProgress,
  onSettled,
}: SendOptions & {
  /** Called when an upload begins, and whenever a part of it was handed to the network. */
  onProgress(): void;
  /** Called with the id of an item whose photo was uploaded or has failed. */
  onSettled(id: string): void;
}): Promise<SendOutcome> {
  const tried = new Set<string>();
  for (;;) {
    // Read again each time: an upload may take minutes, in which others are added.
    const entry = inOrderOfUpload(await outbox.entries()).find(({ id }) => !tried.has(id));
    if (!entry) return 'sent';
    const { id } = entry;
    tried.add(id);
    const kind = kinds.find(({ many }) => many === entry.entity);
    if (!kind) continue;
    const step = await outbox.prepare(kind, id);
    if (step?.kind !== 'upload') continue;
    if (signal.aborted) return 'interrupted';
    onProgress();
    const answer = await upload(step, bearer, signal, onProgress);
    if (answer === 'interrupted' || answer === 'signed-out') return answer;
    if (answer.kind === 'uploaded') {
      uploaded.add(step.uploadId);
      await outbox.setUploadPath(kind, id, step.uploadId, answer.path);
      onSettled(id);
      continue;
    }
    const settled = await outbox.settle(kind, id, step, answer);
    onEvent({ kind: 'answered', itemKind: kind, id, step, answer, settled });
    onSettled(id);
    if (answer.kind === 'unreachable') return 'unreachable';
  }
}

/** Returns the photo of a rejected request which the server has deleted because it was not used in time. */
function expiredUpload({ change }: Attempt, answer: Answer): string | undefined {
  if (answer.kind !== 'rejected' || !answer.fields?.photo_path) return undefined;
  if (change.kind === 'delete' || change.photo.kind !== 'added') return undefined;
  return change.photo.uploadId;
}

/** Sorts entries by the time of their first change, the oldest first. */
const inOrderOfWriting = (entries: OutboxEntry[]) =>
  [...entries].sort((a, b) => a.createdAt.localeCompare(b.createdAt));

/** Returns the entries whose photo is missing, the oldest first, but those last that failed the last time. */
function inOrderOfUpload(entries: OutboxEntry[]): OutboxEntry[] {
  const missing = entries.filter((entry) => !entry.problem && missingUpload(entry));
  const key = ({ error, createdAt }: OutboxEntry) => `${error ? 1 : 0} ${createdAt}`;
  return missing.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
