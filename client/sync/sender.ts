import { api, callEndpoint } from '#client/api-client/api.ts';
import type { ApiError } from '#client/api-client/api-error.ts';
import type { RequestOptions } from '#client/api-client/api-types.ts';
import { photoFileName } from '#client/photos/photo-file-name.ts';
import { UPLOAD_MAX_MINUTES } from '#shared/constants.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';
import type { ItemKind } from '#shared/items.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import { abortAfter, firstAborted, limitPauses } from './abort-signals.ts';
import type { Item } from './item.ts';
import { syncMessages } from './messages.ts';
import type { Attempt, Step } from './outbox-entry.ts';
import type { Answer } from './settle.ts';

/** Why a change got no answer. */
type NoAnswer = 'interrupted' | 'signed-out';

const REQUEST_LIMIT_MS = 30_000;
const REACHABLE_LIMIT_MS = 5000;
/** The longest upload that the server accepts. */
const UPLOAD_LIMIT_MS = UPLOAD_MAX_MINUTES * 60_000;
/**
 * Handing data to the network counts as progress. Buffered data leaves the device later: 128 KB take two minutes at the
 * slowest rate that the server accepts, and storing the photo may then take half a minute.
 */
const STALL_LIMIT_MS = 150_000;

/** Uploads a photo. Returns its path on the server. */
export async function upload(
  { uploadId, blob }: Extract<Step, { kind: 'upload' }>,
  bearer: string,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<{ kind: 'uploaded'; path: string } | Answer | NoAnswer> {
  const error = endpoints.upload.fallbackError;
  if (!blob) return { kind: 'rejected', error, fields: { photo_path: syncMessages.photoLost } };
  const form = new FormData();
  form.append('file', blob, photoFileName(blob.type.replace('image/', '')));
  const stall = limitPauses(STALL_LIMIT_MS);
  const ended = firstAborted(signal, stall.signal, abortAfter(UPLOAD_LIMIT_MS));
  const result = await api.upload({
    query: { id: uploadId },
    body: form,
    bearer,
    signal: ended.signal,
    onProgress() {
      stall.restart();
      onProgress();
    },
  });
  stall.stop();
  ended.release();
  if (result.success)
    return result.filePath
      ? { kind: 'uploaded', path: result.filePath }
      : { kind: 'unreachable', error: UNEXPECTED_ERROR };
  if (signal.aborted) return 'interrupted';
  const answer = failure(result);
  if (answer === 'signed-out' || answer.kind === 'unreachable') return answer;
  return { kind: 'rejected', error, fields: { photo_path: result.error } };
}

/** Sends an attempt's request. */
export async function request(
  kind: ItemKind,
  id: string,
  { operation, change, version, deletion }: Attempt,
  bearer: string,
  interrupted: AbortSignal,
): Promise<Answer | NoAnswer> {
  const body = change.kind === 'save' && { ...change.fields, ...photoPath(change.photo) };
  const params = { id };
  const requests: Record<Attempt['operation'], [Endpoint, RequestOptions]> = {
    create: [kind.create, { body: { ...(kind.photo && { photo_path: null }), ...body, id } }],
    update: [kind.update, { params, body: { ...body, version } }],
    delete: [kind.remove, { params, query: { version: String(version ?? 1), deletion } }],
    restore: [kind.restore, { params, query: { deletion } }],
  };
  const [endpoint, options] = requests[operation];
  const ended = firstAborted(interrupted, abortAfter(REQUEST_LIMIT_MS));
  const result = await callEndpoint(endpoint, { ...options, bearer, signal: ended.signal });
  ended.release();
  if (!result.success) return interrupted.aborted ? 'interrupted' : failure(result, kind);
  if (operation === 'delete') return { kind: 'deleted' };
  const item = result[kind.one] as Item | undefined;
  // Not a response from the API, so the change may not have been saved.
  if (item?.id !== id || typeof result.seq !== 'number')
    return { kind: 'unreachable', error: UNEXPECTED_ERROR };
  return { kind: 'saved', item, seq: result.seq };
}

/** Returns the photo part of a request. A missing path keeps the photo, null removes it. */
function photoPath(photo: Extract<Attempt['change'], { kind: 'save' }>['photo']) {
  if (photo.kind === 'unchanged') return {};
  return { photo_path: photo.kind === 'added' ? photo.path : null };
}

function failure(result: ApiError, kind?: ItemKind): Answer | 'signed-out' {
  const { status, error, fields, isAuthError, isFromApi } = result;
  if (isAuthError) return 'signed-out';
  const conflict = result.conflict as Record<string, Item> | undefined;
  const theirs = kind && conflict?.[kind.one];
  if (theirs) return { kind: 'conflict', item: theirs };
  // No response, or a response from a network's sign-in page or a proxy, which may limit sizes but has no items.
  if (!isFromApi && status !== 413) return { kind: 'unreachable', error };
  if (status === 404) return { kind: 'missing', error };
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return { kind: 'unreachable', error };
  return { kind: 'rejected', error, fields };
}

/** Tells whether the server answers at all: if so, a request may have failed because of its content. */
export const isReachable = async (bearer: string) =>
  (await api.me({ bearer, signal: abortAfter(REACHABLE_LIMIT_MS) })).success;
