import { api } from '#client/api-client/api.ts';
import type { ApiError } from '#client/api-client/api-error.ts';
import { photoFileName } from '#client/photos/photo-file-name.ts';
import { abortAfter } from '#client/sync/abort-signals.ts';
import { newId } from '#client/sync/new-id.ts';
import {
  IMPORT_BATCH_MAX_BYTES,
  IMPORT_BATCH_MAX_ITEMS,
  type PortableItem,
} from '#shared/export.ts';
import type { CheckedExport } from './check-export.ts';
import { exportApi } from './export-api.ts';

type ImportStage = 'sending' | 'uploading' | 'finishing';
export type ImportProgress = { stage: ImportStage; done: number; total: number };
/** An import whose items and photos the server has received. */
type BegunImport = { id: string; parts: number };
export type ImportOutcome =
  | { kind: 'done'; added: number; existing: number }
  /** Nothing was added. */
  | { kind: 'failed'; error: ApiError; progress: ImportProgress }
  | ({ kind: 'unknown'; error: ApiError } & UncertainTry);
/**
 * An attempt that may have added everything. The server has the result of `begun`; without `begun` the file is sent
 * again.
 */
export type UncertainTry = { begun: BegunImport | undefined };

const UPLOADS_IN_PARALLEL = 2;
/** Adding thousands of items takes seconds, but the server may have to finish other imports first. */
const COMPLETION_LIMIT_MS = 60_000;
/** A completion without an answer is repeated once: the server returns the same result. */
const COMPLETIONS_MAX = 2;

/**
 * Sends a checked export. The server adds the items only when all of them and all photos have arrived, so an import
 * that stops earlier adds nothing. Running it again continues: photos in `uploaded` are not sent again. After an
 * attempt that may have added everything, it only requests the result, if the server has it.
 */
export async function runImport(
  { items, itemCount, photos }: CheckedExport,
  {
    bearer,
    signal,
    uploaded,
    earlier,
    onProgress,
  }: {
    /** The session that started the import: nothing is sent to an account that signs in later. */
    bearer: string;
    signal: AbortSignal;
    uploaded: Set<string>;
    earlier: UncertainTry | undefined;
    onProgress(progress: ImportProgress): void;
  },
): Promise<ImportOutcome> {
  const id = newId();
  const missing = new Map<string, string>();
  let progress: ImportProgress = { stage: 'sending', done: 0, total: itemCount };
  const advance = (next: ImportProgress) => {
    progress = next;
    onProgress(next);
  };
  let mayBeAdded = earlier !== undefined;
  const failed = (error: ApiError, begun?: BegunImport): ImportOutcome =>
    mayBeAdded ? { kind: 'unknown', error, begun } : { kind: 'failed', error, progress };
  if (earlier?.begun) return complete(earlier.begun);
  advance(progress);

  let parts = 0;
  for (const [entity, list] of items)
    for (const batch of batchesOf(list)) {
      const body = { id, part: parts, entity, items: batch };
      const result = await exportApi.importItems({ body, bearer, signal });
      signal.throwIfAborted();
      if (!result.success) return failed(result);
      for (const { photo_path, upload_id } of result.photos) missing.set(photo_path, upload_id);
      advance({ ...progress, done: progress.done + batch.length });
      parts++;
    }
  if (parts === 0) return { kind: 'done', added: 0, existing: 0 };

  const error = await uploadPhotos();
  signal.throwIfAborted();
  if (error) return failed(error);

  return complete({ id, parts });

  /** Uploads the missing photos, two at a time. Returns the first error. */
  async function uploadPhotos() {
    const waiting = [...missing].filter(([path]) => !uploaded.has(path));
    let done = missing.size - waiting.length;
    let failure: ApiError | undefined;
    const uploadNext = async (): Promise<void> => {
      const next = waiting.shift();
      if (!next || failure || signal.aborted) return;
      const [path, uploadId] = next;
      const blob = await photos.get(path)?.();
      const form = new FormData();
      form.append('file', blob ?? new Blob(), photoFileName(path.replace(/.*\./, '')));
      const result = await api.upload({ query: { id: uploadId }, body: form, bearer, signal });
      if (result.success) {
        uploaded.add(path);
        done++;
        advance({ stage: 'uploading', done, total: missing.size });
      } else failure ??= result;
      return uploadNext();
    };
    if (missing.size > 0) advance({ stage: 'uploading', done, total: missing.size });
    await Promise.all(Array.from({ length: UPLOADS_IN_PARALLEL }, uploadNext));
    return failure;
  }

  /** Asks the server to add everything, or for the result of that. Cannot be cancelled. */
  async function complete(body: BegunImport): Promise<ImportOutcome> {
    advance({ stage: 'finishing', done: 1, total: 1 });
    for (let count = 1; ; count++) {
      const limit = abortAfter(COMPLETION_LIMIT_MS);
      const result = await exportApi.completeImport({ body, bearer, signal: limit });
      if (result.success)
        return { kind: 'done', added: result.added, existing: itemCount - result.added };
      const isLost = !isAnswer(result);
      mayBeAdded ||= isLost;
      if (isLost && count < COMPLETIONS_MAX) continue;
      // A photo that was uploaded a day ago may have been deleted.
      if (!isLost) uploaded.clear();
      return failed(result, isLost ? body : undefined);
    }
  }
}

/** Tells whether the server has refused the import. Otherwise the result is unknown. */
const isAnswer = ({ isAuthError, isFromApi, status }: ApiError) =>
  isAuthError || (isFromApi && status < 500 && status !== 408);

/** Splits items into batches that the server accepts. */
export function* batchesOf(items: PortableItem[]): Generator<PortableItem[]> {
  const encoder = new TextEncoder();
  let batch: PortableItem[] = [];
  let batchBytes = 0;
  for (const item of items) {
    const bytes = encoder.encode(JSON.stringify(item)).length + 1;
    const isFull = batch.length === IMPORT_BATCH_MAX_ITEMS;
    if (batch.length > 0 && (isFull || batchBytes + bytes > IMPORT_BATCH_MAX_BYTES)) {
      yield batch;
      batch = [];
      batchBytes = 0;
    }
    batch.push(item);
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}
