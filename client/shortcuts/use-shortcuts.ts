import { useEffect, useEffectEvent } from 'react';
import { topmostOverlay } from '#client/page/overlays.ts';
import { useDeviceSetting } from '#client/storage/use-device-setting.ts';
import { isTyping } from './is-typing.ts';

/** The keys to press together, and what they do. `Mod` is the modifier key of the device. */
export type Shortcut = { keys: string[]; does: string };

/**
 * Returns whether single keys are shortcuts on this device. Users can turn them off, because speech input may trigger
 * them.
 */
export const useShortcutSetting = () => useDeviceSetting('shortcuts', ['on', 'off']);

/**
 * Calls the function of a key (as in `KeyboardEvent.key`) when it is pressed on the page, except while the user types,
 * in dialogs and menus, or together with Ctrl, Alt or ⌘. The user can turn off all shortcuts except Escape.
 */
export function useShortcuts(actions: Record<string, (() => void) | undefined>) {
  const [setting] = useShortcutSetting();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action || !isForPage(event)) return;
    if (event.key !== 'Escape' && setting === 'off') return;
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

function isForPage(event: KeyboardEvent): boolean {
  const { ctrlKey, altKey, metaKey, isComposing } = event;
  return !(ctrlKey || altKey || metaKey || isComposing || topmostOverlay() || isTyping(event));
}
