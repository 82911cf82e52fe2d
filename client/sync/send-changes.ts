import type { ItemKind } from '#shared/items.ts';
import { abortAfter, firstAborted } from './abort-signals.ts';
import { createReferrers, withWaiting } from './linked-entries.ts';
import type { Outbox } from './outbox.ts';
import {
  type Attempt,
  isUncreated,
  missingUpload,
  type OutboxEntry,
  type Step,
  uploadsOf,
} from './outbox-entry.ts';
import { referredKinds } from './references.ts';
import { type Progress, sendInOrder } from './send-in-order.ts';
import { isReachable, request } from './sender.ts';
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
export type SendOptions = {
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

/** How a group of entries is sent. */
type Round = {
  progress: Progress;
  /** Whether entries are sent although they should wait for others. */
  isForced: boolean;
  /** The entries that hold back deletions, which come last. */
  referrers?: ReturnType<typeof createReferrers>;
};

/**
 * Sends the changes whose photos are uploaded. New items are sent one by one in the order in which they were written,
 * because the server dates them on arrival; changes of other items are sent in parallel. What refers to a new item is
 * sent after it; items that may be referred to are deleted last. Stops at the first unanswered request, unless it failed
 * before and the server is reachable, so that it does not block others. Must not run twice at once for the same user.
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
  const referred = referredKinds(kinds);

  async function sendAll(entries: OutboxEntry[], round: Round) {
    for (const entry of entries) if (outcome === 'sent') await sendItem(entry, round);
  }

  async function sendItem(entry: OutboxEntry, { progress, isForced, referrers }: Round) {
    const { id, base } = entry;
    const kind = kinds.find(({ many }) => many === entry.entity);
    if (!kind) return;
    const referrer = isForced ? undefined : referrers?.holdOf(id);
    if (referrer) return progress.hold(entry, referrer);
    if (!base && missingUpload(entry)) {
      patience ??= abortAfter(PHOTO_WAIT_MS);
      const ended = firstAborted(signal, patience);
      await waitForPhoto(id, ended.signal);
      ended.release();
    }
    for (let count = 0; count < STEPS_PER_ITEM; count++) {
      if (signal.aborted) outcome = 'interrupted';
      if (outcome !== 'sent') return;
      const step = await outbox.prepare(kind, id, {
        mayDelete: referrers !== undefined || !referred.has(kind.many),
        isForced: isForced && count === 0,
      });
      if (step?.kind === 'held') return progress.hold(entry, step);
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
      if (!settled.entry) referrers?.remove(id);
      if (!settled.entry || !(referrers || isUncreated(settled.entry))) progress.release(id);
      if (!settled.entry?.error) continue;
      hasFailed = true;
      reachable ??= entry.error ? isReachable(bearer) : undefined;
      if (!(entry.error && (await reachable))) outcome = 'unreachable';
      return;
    }
  }

  /** Sends a group of entries, each after those that hold it back. */
  async function sendGroup(
    entries: OutboxEntry[],
    all: OutboxEntry[],
    referrers?: Round['referrers'],
  ) {
    const isNew = ({ base }: OutboxEntry) => !base;
    const sendable = all.filter((entry) => !entry.problem && !missingUpload(entry));
    const others = new Map(sendable.map((entry) => [entry.id, entry]));
    await sendInOrder(entries, {
      find: (id) => others.get(id),
      async send(some, isForced, progress) {
        const round = { progress, isForced, referrers };
        const inOrder = inOrderOfWriting(some);
        // Waits for both even if the disk fails in one of them, because the next run must not begin earlier.
        const ended = await Promise.allSettled([
          sendAll(inOrder.filter(isNew), round),
          sendAll(
            inOrder.filter((entry) => !isNew(entry)),
            round,
          ),
        ]);
        for (const one of ended) if (one.status === 'rejected') throw one.reason;
        return outcome === 'sent';
      },
    });
  }

  const entries = await outbox.entries();
  const part = only && withWaiting(only, kinds, entries);
  const isPart = ({ problem, id }: OutboxEntry) => !problem && (part?.has(id) ?? true);
  const comesLast = ({ entity, change, attempt }: OutboxEntry) =>
    change.kind === 'delete' && !attempt && referred.has(entity);
  await sendGroup(
    entries.filter((entry) => isPart(entry) && !comesLast(entry)),
    entries,
  );
  if (referred.size > 0 && outcome === 'sent') {
    const left = await outbox.entries();
    const last = left.filter((entry) => isPart(entry) && comesLast(entry));
    await sendGroup(last, [], createReferrers(kinds, left));
  }
  return outcome === 'sent' && hasFailed ? 'unreachable' : outcome;
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
