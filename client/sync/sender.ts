import { api } from '#client/api-client/api.ts';
import type { ApiError } from '#client/api-client/api-error.ts';
import { UPLOAD_MAX_MINUTES } from '#shared/constants.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import { abortAfter } from './abort-after.ts';
import type { Item, SyncedEntity } from './entity.ts';
import { firstAborted } from './first-aborted.ts';
import { syncMessages } from './messages.ts';
import type { Outbox } from './outbox.ts';
import type { Attempt, OutboxEntry, Step } from './outbox-entry.ts';
import type { Answer, Settled } from './settle.ts';

/** What happened to an item while the outbox was sent. */
export type SendEvent = {
  kind: 'answered';
  entity: SyncedEntity;
  id: string;
  step: Step;
  answer: Answer;
  settled: Settled;
};

/** How sending ended: everything that can be sent was sent, the server did not answer, or the session has ended. */
export type SendOutcome = 'sent' | 'unreachable' | 'signed-out';

const ITEMS_IN_PARALLEL = 2;
/** An item that other devices keep changing waits for the next time after this many requests. */
const STEPS_PER_ITEM = 20;
const REQUEST_LIMIT_MS = 30_000;
/** The server ends an upload earlier if it makes no progress, which a browser cannot see. */
const UPLOAD_LIMIT_MS = UPLOAD_MAX_MINUTES * 60_000;

/**
 * Sends the outbox: the changes of one item in order, two items at a time. Stops at the first request that gets no
 * answer. Must not run twice at once for the same user.
 */
export async function sendOutbox({
  outbox,
  entities,
  bearer,
  signal,
  onEvent,
}: {
  outbox: Outbox;
  entities: SyncedEntity[];
  bearer: string;
  /** Ends uploads. Other requests are short. */
  signal: AbortSignal;
  onEvent(event: SendEvent): void;
}): Promise<SendOutcome> {
  const waiting = inOrderOfSending(await outbox.entries());
  let outcome: SendOutcome = 'sent';

  async function sendNext(): Promise<void> {
    const entry = waiting.shift();
    if (!entry || outcome !== 'sent') return;
    await sendItem(entry);
    return sendNext();
  }

  async function sendItem({ entity: name, id }: OutboxEntry) {
    const entity = entities.find((one) => one.name === name);
    if (!entity) return;
    let uploaded = false;
    for (let count = 0; count < STEPS_PER_ITEM; count++) {
      const step = await outbox.prepare(entity, id);
      if (!step) return;
      if (step.kind === 'upload') {
        const result = await upload(step, bearer, signal);
        uploaded = true;
        if (typeof result === 'string') {
          await outbox.setUploadPath(entity, id, step.uploadId, result);
          continue;
        }
        if (!(await settle(entity, id, step, result))) return;
        continue;
      }
      const answer = await request(entity, id, step.attempt, bearer);
      const uploadId = answer !== 'signed-out' && !uploaded && expiredUpload(step.attempt, answer);
      if (uploadId) await outbox.setUploadPath(entity, id, uploadId);
      else if (!(await settle(entity, id, step, answer))) return;
    }
  }

  /** Stores the answer. Returns whether this item can go on. */
  async function settle(
    entity: SyncedEntity,
    id: string,
    step: Step,
    answer: Answer | 'signed-out',
  ): Promise<boolean> {
    if (answer === 'signed-out') {
      outcome = 'signed-out';
      return false;
    }
    const settled = await outbox.settle(entity, id, step, answer);
    onEvent({ kind: 'answered', entity, id, step, answer, settled });
    if (answer.kind === 'unreachable') outcome = 'unreachable';
    return outcome === 'sent';
  }

  // Waits for both even if the disk fails in one of them: the next sending must not begin meanwhile.
  const ended = await Promise.allSettled(Array.from({ length: ITEMS_IN_PARALLEL }, sendNext));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return outcome;
}

/** Returns what can be sent. What failed the last time comes last: it must not keep the others from being sent. */
function inOrderOfSending(entries: OutboxEntry[]): OutboxEntry[] {
  const waiting = entries.filter(({ problem }) => !problem);
  return [...waiting.filter(({ error }) => !error), ...waiting.filter(({ error }) => error)];
}

/** Uploads a photo. Returns its path on the server. */
async function upload(
  { uploadId, blob }: Extract<Step, { kind: 'upload' }>,
  bearer: string,
  interrupted: AbortSignal,
): Promise<string | Answer | 'signed-out'> {
  const error = endpoints.upload.fallbackError;
  if (!blob) return { kind: 'rejected', error, fields: { photo_path: syncMessages.photoLost } };
  const form = new FormData();
  form.append('file', blob, `photo.${blob.type.replace('image/', '')}`);
  const result = await api.upload({
    query: { id: uploadId },
    body: form,
    bearer,
    signal: firstAborted(interrupted, abortAfter(UPLOAD_LIMIT_MS)),
  });
  if (result.success) return result.filePath ?? { kind: 'unreachable', error: UNEXPECTED_ERROR };
  const answer = failure(result);
  if (answer === 'signed-out' || answer.kind === 'unreachable') return answer;
  return { kind: 'rejected', error, fields: { photo_path: result.error } };
}

/** Sends the request of an attempt. */
async function request(
  entity: SyncedEntity,
  id: string,
  { operation, change, version, deletion }: Attempt,
  bearer: string,
): Promise<Answer | 'signed-out'> {
  const signal = abortAfter(REQUEST_LIMIT_MS);
  const body = change.kind === 'save' && { ...change.fields, ...photoPath(change.photo) };
  const params = { id };
  const requests: Record<Attempt['operation'], [EndpointName, object]> = {
    create: [entity.create, { body: { ...body, id } }],
    update: [entity.update, { params, body: { ...body, version } }],
    delete: [entity.remove, { params, query: { version: String(version ?? 1), deletion } }],
    restore: [entity.restore, { params, query: { deletion } }],
  };
  const [endpoint, options] = requests[operation];
  const result = await callAny(endpoint, { ...options, bearer, signal });
  if (!result.success) return failure(result, entity);
  if (operation === 'delete') return { kind: 'deleted' };
  const item = result[entity.itemKey] as Item | undefined;
  // Not a response of the API, so the change may not be saved.
  if (item?.id !== id || typeof result.seq !== 'number')
    return { kind: 'unreachable', error: UNEXPECTED_ERROR };
  return { kind: 'saved', item, seq: result.seq };
}

/** Returns the part of a request that concerns the photo. A missing path leaves it as it is, null removes it. */
function photoPath(photo: Extract<Attempt['change'], { kind: 'save' }>['photo']) {
  if (photo.kind === 'unchanged') return {};
  return { photo_path: photo.kind === 'added' ? photo.path : null };
}

function failure(result: ApiError, entity?: SyncedEntity): Answer | 'signed-out' {
  const { status, error, fields, isAuthError, isFromApi } = result;
  if (isAuthError) return 'signed-out';
  const conflict = result.conflict as Record<string, Item> | undefined;
  const theirs = entity && conflict?.[entity.itemKey];
  if (theirs) return { kind: 'conflict', item: theirs };
  // No response, or that of a network's sign-in page or of a proxy, which may limit sizes but knows no items.
  if (!isFromApi && status !== 413) return { kind: 'unreachable', error };
  if (status === 404) return { kind: 'missing' };
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return { kind: 'unreachable', error };
  return { kind: 'rejected', error, fields };
}

/** Returns the photo of a rejected request which the server has deleted because it was not used in time. */
function expiredUpload({ change }: Attempt, answer: Answer): string | undefined {
  if (answer.kind !== 'rejected' || !answer.fields?.photo_path) return undefined;
  if (change.kind === 'delete' || change.photo.kind !== 'added') return undefined;
  return change.photo.uploadId;
}

/** Calls an endpoint whose name is only known at run time. */
const callAny = (name: EndpointName, options: object) =>
  (api[name] as unknown as AnyEndpoint)(options);

type AnyEndpoint = (
  options: object,
) => Promise<({ success: true } & Record<string, unknown>) | ApiError>;
