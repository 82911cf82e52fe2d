import { isNative } from '#client/native/platform.ts';
import { abortAfter } from '#client/sync/abort-signals.ts';
import { isNothing, sendUnsent } from '#client/sync/unsent.ts';
import { toast } from '#client/toasts/toast.ts';
import { exportFileName } from '#shared/export-file-name.ts';
import { exportApi } from './export-api.ts';
import { exportMessages, exportToasts } from './messages.ts';

const REQUEST_LIMIT_MS = 30_000;
/** The native app loads the whole file before it can share it. */
const FILE_LIMIT_MS = 30 * 60_000;

/**
 * Lets the browser save all data of the user; the native app shares the file instead. First sends changes that are only
 * on this device. Returns a sentence about what the file lacks, or undefined if it is complete.
 */
export async function exportData(userId: string): Promise<string | undefined> {
  const left = await sendUnsent(userId);
  const error = await (isNative() ? share() : download());
  if (error) toast({ ...exportToasts.failed, message: error });
  return error || isNothing(left) ? undefined : exportMessages.missing(left);
}

/** Opens a signed address, because a browser download cannot send the session. Returns the error, if any. */
async function download() {
  const result = await exportApi.signExport({ signal: abortAfter(REQUEST_LIMIT_MS) });
  if (!result.success) return result.isAuthError ? undefined : result.error;
  const link = document.createElement('a');
  link.href = result.url;
  // Keeps the page open even if the server responds with an error.
  link.download = '';
  link.click();
  toast(exportToasts.started);
  return undefined;
}

/** Shares the file with another app, such as a file manager. Returns the error, if any. */
async function share() {
  const name = exportFileName(new Date().toISOString());
  const fileOf = (content: BlobPart[]) => new File(content, name, { type: 'application/zip' });
  // Checked before the whole file is loaded.
  if (!navigator.canShare?.({ files: [fileOf([])] })) return exportMessages.cannotSave;
  const result = await exportApi.exportData({ signal: abortAfter(FILE_LIMIT_MS) });
  if (!result.success) return result.isAuthError ? undefined : result.error;
  try {
    await navigator.share({ files: [fileOf([result.blob])] });
    return undefined;
  } catch (error) {
    // The user closed the system dialog.
    return (error as Error).name === 'AbortError' ? undefined : exportMessages.cannotSave;
  }
}
