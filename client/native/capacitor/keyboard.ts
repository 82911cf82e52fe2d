import { Keyboard, KeyboardResize, KeyboardStyle } from '@capacitor/keyboard';
import type { DeviceEvents } from '../definitions.ts';
import { platform } from '../platform.ts';

/** The page always ends where the keyboard begins; Android does that by itself. */
export async function prepareKeyboard(app: DeviceEvents) {
  await Promise.all([
    Keyboard.addListener('keyboardWillShow', () => app.keyboard(true)),
    Keyboard.addListener('keyboardWillHide', () => app.keyboard(false)),
    Keyboard.addListener('keyboardDidShow', showFocusedField),
    ...(platform() === 'ios' ? dressForIos() : []),
  ]);
}

const dressForIos = () => [
  Keyboard.setResizeMode({ mode: KeyboardResize.Native }),
  // As light as the app, whatever the device's own theme.
  Keyboard.setStyle({ style: KeyboardStyle.Light }),
  // Its arrows lead from field to field, and its "Done" is the only way to put the keyboard away.
  Keyboard.setAccessoryBarVisible({ isVisible: true }),
];

/** Only now is the page as low as it becomes. */
function showFocusedField() {
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}
