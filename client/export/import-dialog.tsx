import { useRef } from 'react';
import { Button } from '#client/components/button.tsx';
import { Dialog } from '#client/components/dialog.tsx';
import { importMessages as m } from './messages.ts';
import { consequenceOf, type ImportState, useImport } from './use-import.ts';
import './import-dialog.css';

export default function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      className="max-w-md"
      title={m.title}
      description={m.description}
    >
      <Import onClose={onClose} />
    </Dialog>
  );
}

/** Renders the dialog content. A separate component, so that its state is reset when the dialog opens again. */
function Import({ onClose }: { onClose: () => void }) {
  const { state, check, run, cancel } = useImport();
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const { label, ...action } = primaryAction();
  const canCancel =
    state.kind === 'checking' || (state.kind === 'running' && state.progress.stage !== 'finishing');

  return (
    <>
      <Status state={state} />
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Export file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file) void check(file);
        }}
      />
      {/* Always the same two buttons, so that neither disappears while it has the focus. */}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={canCancel ? cancel : onClose}>
          {canCancel || state.kind === 'choosing' || state.kind === 'ready' ? 'Cancel' : 'Close'}
        </Button>
        <Button {...action}>{label}</Button>
      </div>
    </>
  );

  function primaryAction() {
    switch (state.kind) {
      case 'choosing':
        return { label: 'Choose file', onClick: choose };
      case 'checking':
        return { label: 'Choose file', pending: true };
      case 'ready':
        return { label: 'Import', onClick: () => run(state.found) };
      case 'running':
        return { label: 'Import', pending: true };
      case 'done':
        return { label: 'Import another file', onClick: choose };
      case 'failed':
        return { label: 'Try again', onClick: () => run(state.found) };
      case 'unknown':
        return { label: 'Check again', onClick: () => run(state.found, state) };
    }
  }
}

function Status({ state }: { state: ImportState }) {
  return (
    <>
      {(state.kind === 'checking' || state.kind === 'running') && <Progress state={state} />}
      {/* Always rendered, so that their text is announced. */}
      <div role="status" className="empty:hidden">
        {resultOf(state)}
      </div>
      <div role="alert" className="text-danger empty:hidden">
        {state.kind === 'choosing' && state.error}
        {(state.kind === 'failed' || state.kind === 'unknown') && (
          <>
            <p>{state.error.error}</p>
            <p className="mt-2 text-ink-soft">
              {state.kind === 'failed' ? consequenceOf(state.progress) : m.unknownOutcome}
            </p>
          </>
        )}
      </div>
    </>
  );
}

function resultOf(state: ImportState) {
  if (state.kind === 'choosing') return state.notice;
  if (state.kind === 'ready') return m.found(state.found.itemCount, state.found.photos.size);
  return state.kind === 'done' ? m.done(state.added, state.existing) : undefined;
}

function Progress({ state }: { state: Extract<ImportState, { kind: 'checking' | 'running' }> }) {
  const { done, total } = state.kind === 'checking' ? state : state.progress;
  const text = progressText(state);
  // Without a value it only shows that work is in progress.
  const value = total > 0 ? { value: done, max: total } : {};
  return (
    <>
      <p aria-hidden className="mb-2">
        {text}
      </p>
      <progress className="progress" aria-label={text} {...value} />
    </>
  );
}

function progressText(state: Extract<ImportState, { kind: 'checking' | 'running' }>) {
  if (state.kind === 'checking') return m.checking;
  const { stage, done, total } = state.progress;
  if (stage === 'sending') return m.sending;
  return stage === 'uploading' ? m.uploading(Math.min(done + 1, total), total) : m.finishing;
}
