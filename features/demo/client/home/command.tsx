import { useRef } from 'react';
import { app } from '#app';
import { CopyButton } from '#client/components/copy-button.tsx';
import { toast } from '#client/toasts/toast.ts';
import { marketingToasts } from '../messages.ts';
import { startCommand } from './start-command.ts';

/** Shows the command that starts the kit, with a button that copies it. */
export function Command() {
  const code = useRef<HTMLElement>(null);
  const command = startCommand(app.sourceUrl);

  function selectCommand() {
    if (code.current) getSelection()?.selectAllChildren(code.current);
    toast(marketingToasts.notCopied);
  }

  return (
    <>
      <div className="command">
        <code ref={code}>{command}</code>
        <CopyButton
          className="command-copy needs-script"
          text={() => command}
          onFailure={selectCommand}
        />
      </div>
      <p className="mt-2.5 text-sm text-ink-faint">All it needs is Node 20 or later.</p>
    </>
  );
}
