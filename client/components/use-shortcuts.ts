import { useEffect, useEffectEvent } from 'react';
import { topmostOverlay } from './overlays.ts';
import { shortcutSetting } from './shortcut-setting.ts';

/** The keys to press together, and what they do. */
export type Shortcut = { keys: string[]; does: string };

/**
 * Calls the function of a key (as in `KeyboardEvent.key`) when it is pressed on the page. Not while the person types, in
 * dialogs and menus, or together with Ctrl, Alt or ⌘. Except for Escape, the person can turn shortcuts off.
 */
export function useShortcuts(actions: Record<string, (() => void) | undefined>) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action || !isForPage(event)) return;
    if (event.key !== 'Escape' && !shortcutSetting.get()) return;
    // Otherwise the key would be typed into the field that the action focuses.
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => handle(event);
    // Before a dialog closes with the same key press.
    addEventListener('keydown', handleKey, true);
    return () => removeEventListener('keydown', handleKey, true);
  }, []);
}

function isForPage({ target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || isComposing || topmostOverlay()) return false;
  return !(
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  );
}
