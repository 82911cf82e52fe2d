import { KeyRound, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { buttonClass } from '#client/components/button.tsx';
import { CopyButton } from '#client/components/copy-button.tsx';
import { useLeaving } from '#client/hooks/use-leaving.ts';
import { expireStoredToken } from '#client/session/stored-session.ts';
import { debugLog, LOG_LEVELS, type LogLevel } from './debug-log.ts';
import { formatTime, formatValues } from './format-log.ts';
import { shellMessages } from './messages.ts';
import './debug-console.css';

const TOOL = buttonClass({ variant: 'ghost' }, 'px-3');

/** Shows console output on devices without developer tools. The page below stays usable. */
export default function DebugConsole({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { shown, isLeaving } = useLeaving(open || undefined);
  return shown ? <Panel onClose={onClose} isLeaving={isLeaving} /> : null;
}

function Panel({ onClose, isLeaving }: { onClose: () => void; isLeaving: boolean }) {
  const entries = useSyncExternalStore(debugLog.subscribe, debugLog.entries);
  const [level, setLevel] = useState<LogLevel | 'all'>('all');
  const [text, setText] = useState('');
  const shown = entries
    .map((entry) => ({ ...entry, text: formatValues(entry.values) }))
    .filter((entry) => level === 'all' || entry.level === level)
    .filter((entry) => entry.text.toLowerCase().includes(text.toLowerCase()));
  const panel = useFocusWhileOpen(isLeaving);

  function expireToken() {
    expireStoredToken();
    console.warn(shellMessages.tokenExpired);
  }

  return (
    <section
      ref={panel}
      role="dialog"
      aria-label="Debug Console"
      tabIndex={-1}
      className="debug-console"
      data-closed={isLeaving || undefined}
      inert={isLeaving}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line p-2 pl-4">
        <h2 className="mr-auto font-semibold">Debug Console</h2>
        <button
          type="button"
          className="icon-button lg:order-last"
          aria-label="Close"
          onClick={onClose}
        >
          <X aria-hidden className="size-5" />
        </button>
        <div className="flex gap-2 max-lg:w-full max-lg:pr-2">
          <select
            aria-label="Level"
            className="control w-auto py-0"
            value={level}
            onChange={(event) => setLevel(event.target.value as LogLevel | 'all')}
          >
            {['all', ...LOG_LEVELS].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            type="search"
            aria-label="Filter"
            placeholder="Filter"
            className="control py-0"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap max-lg:-ml-3">
          <CopyButton
            className={TOOL}
            text={() =>
              shown
                .map(({ time, level, text }) => `${formatTime(time)} ${level} ${text}`)
                .join('\n')
            }
            onFailure={(error) => console.error(shellMessages.copyFailed, error)}
          />
          <button type="button" className={TOOL} onClick={debugLog.clear}>
            <Trash2 aria-hidden className="size-4" />
            Clear
          </button>
          <button type="button" className={TOOL} onClick={expireToken}>
            <KeyRound aria-hidden className="size-4" />
            Expire token
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <div role="log" aria-label="Console output" tabIndex={0} className="debug-lines">
        <ol>
          {shown.map((entry) => (
            <li key={entry.id} data-level={entry.level}>
              <time dateTime={entry.time.toISOString()}>{formatTime(entry.time)}</time>
              <b>{entry.level}</b>
              <span>{entry.text}</span>
            </li>
          ))}
        </ol>
      </div>
      {shown.length === 0 && <p className="px-4 pb-4 text-sm text-ink-soft">Nothing here yet.</p>}
    </section>
  );
}

/** Moves focus into the panel when it opens and back to the user menu's button when it closes. */
function useFocusWhileOpen(isLeaving: boolean) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLeaving) return;
    panel.current?.focus();
    return () => document.querySelector<HTMLElement>('.user-button')?.focus();
  }, [isLeaving]);
  return panel;
}
