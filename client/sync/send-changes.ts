import type { ItemKind } from '#shared/items.ts';
import { abortAfter, firstAborted } from './abort-signals.ts';
import type { Outbox } from './outbox.ts';
import { missingUpload, type OutboxEntry, uploadsOf } from './outbox-entry.ts';
import { expiredUpload, isReachable, request, type SendEvent, type SendOutcome } from './sender.ts';

/** What a part of sending needs. */
export type SendOptions = {
  outbox: Outbox;
  kinds: readonly ItemKind[];
  bearer: string;
  /** Ends it. */
  signal: AbortSignal;
  onEvent(event: SendEvent): void;
  /** The photos that were uploaded here and whose items were not sent since. */
  uploaded: Set<string>;
};

/** An item that other devices keep changing waits for the next time after this many requests. */
const STEPS_PER_ITEM = 20;
/** How long new items wait, together, for the photos of those that were written before them. */
const PHOTO_WAIT_MS = 3000;

/**
 * Sends the changes whose photos are uploaded: new items one by one in the order in which they were written, because the
 * server dates them when they arrive, and beside them changes of others. Stops at the first request that gets no answer,
 * unless it failed before and the server can be reached: then it must not keep others from being sent. Must not run twice
 * at once for the same user.
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
  /** The ids of the items to send, otherwise all. */
  only: ReadonlySet<string> | undefined;
  /** Waits until the photo of an item was uploaded or has failed, or the signal aborts. */
  waitForPhoto(id: string, signal: AbortSignal): Promise<void>;
  /** Called if a photo is to be uploaded that was not when this began. */
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
  // Waits for both even if the disk fails in one of them: the next sending must not begin meanwhile.
  const ended = await Promise.allSettled([
    sendAll(inOrderOfWriting(waiting.filter(isNew))),
    sendAll(inOrderOfWriting(waiting.filter((entry) => !isNew(entry)))),
  ]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return outcome === 'sent' && hasFailed ? 'unreachable' : outcome;
}

/** Sorts entries by the time of their first change, the oldest first. */
const inOrderOfWriting = (entries: OutboxEntry[]) =>
  [...entries].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
