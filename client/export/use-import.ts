import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onlineStore } from '#client/pwa/online.ts';
import { checkStoredToken } from '#client/session/session.ts';
import { storedToken } from '#client/session/stored-session.ts';
import { toast } from '#client/toasts/toast.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import { type CheckedExport, checkExport } from './check-export.ts';
import { FileError } from './file-error.ts';
import { importToasts, importMessages as m } from './messages.ts';
import {
  type ImportOutcome,
  type ImportProgress,
  runImport,
  type UncertainTry,
} from './run-import.ts';

export type ImportState =
  | { kind: 'choosing'; notice?: string; error?: string }
  | { kind: 'checking'; done: number; total: number }
  | { kind: 'ready'; found: CheckedExport }
  | { kind: 'running'; progress: ImportProgress }
  /** The import has ended. If something failed, it can be repeated with the same file. */
  | (ImportOutcome & { found: CheckedExport });

/** Checks a file and imports it. Closing the dialog cancels the import, unless it is already being completed. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ kind: 'choosing' });
  const work = useRef<AbortController>(undefined);
  const uploaded = useRef(new Set<string>());
  const isShown = useRef(true);
  /** Whether an earlier attempt with this file may have added everything. */
  const isUncertain = useRef(false);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      work.current?.abort();
    };
  }, []);

  function begin() {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  async function run(found: CheckedExport, earlier?: UncertainTry) {
    const signal = begin();
    isUncertain.current = earlier !== undefined;
    const bearer = checkStoredToken() && storedToken();
    if (!bearer) return;
    const onProgress = (progress: ImportProgress) => setState({ kind: 'running', progress });
    try {
      const outcome = await runImport(found, {
        bearer,
        signal,
        uploaded: uploaded.current,
        earlier,
        onProgress,
      });
      if (isShown.current) setState({ ...outcome, found });
      else toast(toastAfter(outcome));
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'choosing', error: messageOf(error) });
      else if (!isShown.current) toast(earlier ? importToasts.unknown : importToasts.cancelled);
    }
  }

  const checkWhenOnline = useEffectEvent(() => {
    if (onlineStore.get() && state.kind === 'unknown' && state.begun) void run(state.found, state);
  });
  useEffect(() => onlineStore.subscribe(() => checkWhenOnline()), []);

  return {
    state,

    async check(file: Blob) {
      const signal = begin();
      uploaded.current.clear();
      isUncertain.current = false;
      setState({ kind: 'checking', done: 0, total: 0 });
      const onProgress = (done: number, total: number) =>
        setState({ kind: 'checking', done, total });
      try {
        const found = await checkExport(file, { signal, onProgress });
        if (signal.aborted) return;
        setState(
          found.itemCount > 0 ? { kind: 'ready', found } : { kind: 'choosing', notice: m.empty },
        );
      } catch (error) {
        if (!signal.aborted) setState({ kind: 'choosing', error: messageOf(error) });
      }
    },

    run,

    /** Stops checking or sending. Nothing was added yet: that is the last step, which cannot be cancelled. */
    cancel() {
      work.current?.abort();
      const notice = isUncertain.current ? m.cancelledUncertain : m.cancelled;
      setState({ kind: 'choosing', notice });
    },
  };
}

function toastAfter(outcome: ImportOutcome) {
  if (outcome.kind === 'done')
    return { ...importToasts.done, message: m.done(outcome.added, outcome.existing) };
  if (outcome.kind === 'unknown') return importToasts.unknown;
  const { error, progress } = outcome;
  return { ...importToasts.failed, message: `${error.error} ${consequenceOf(progress)}` };
}

/** Returns what a failed import means for the account. */
export const consequenceOf = ({ stage, done, total }: ImportProgress) =>
  stage === 'uploading' ? m.photosSent(done, total) : m.nothingAdded;

const messageOf = (error: unknown) =>
  error instanceof FileError ? error.message : UNEXPECTED_ERROR;
