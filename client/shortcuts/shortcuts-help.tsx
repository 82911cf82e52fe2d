import { Checkbox } from '#client/components/checkbox.tsx';
import { Dialog } from '#client/components/dialog.tsx';
import { componentMessages as m } from '#client/components/messages.ts';
import { isApple } from './is-apple.ts';
import { type Shortcut, useShortcutSetting } from './use-shortcuts.ts';

/** Lists the shortcuts of a screen, and lets the user turn them off. */
export default function ShortcutsHelp({
  open,
  onClose,
  shortcuts,
}: {
  open: boolean;
  onClose: () => void;
  shortcuts: Shortcut[];
}) {
  const [setting, setSetting] = useShortcutSetting();
  const modifier = isApple() ? '⌘' : 'Ctrl';
  return (
    <Dialog open={open} onClose={onClose} title={m.shortcuts} className="max-w-md">
      <dl className="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === 'Mod' ? modifier : key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Checkbox
          label={m.singleKeys}
          checked={setting === 'on'}
          onChange={(event) => setSetting(event.target.checked ? 'on' : 'off')}
        />
      </div>
    </Dialog>
  );
}
