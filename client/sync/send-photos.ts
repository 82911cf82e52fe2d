import { missingUpload, type OutboxEntry } from './outbox-entry.ts';
import type { SendOptions, SendOutcome } from './send-changes.ts';
import { upload } from './sender.ts';

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
    const step = await outbox.prepare(kind, id, { mayDelete: false });
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

/** Returns the entries whose photo is missing, the oldest first, but those last that failed the last time. */
function inOrderOfUpload(entries: OutboxEntry[]): OutboxEntry[] {
  const missing = entries.filter((entry) => !entry.problem && missingUpload(entry));
  const key = ({ error, createdAt }: OutboxEntry) => `${error ? 1 : 0} ${createdAt}`;
  return missing.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
