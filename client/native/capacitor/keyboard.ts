import { Keyboard, KeyboardResize, KeyboardStyle } from '@capacitor/keyboard';
import type { DeviceEvents } from '../definitions.ts';
import { platform } from '../platform.ts';

/** Resizes the page to end above the keyboard; Android does that by itself. */
export async function prepareKeyboard(app: DeviceEvents) {
  await Promise.all([
    Keyboard.addListener('keyboardWillShow', () => app.keyboard(true)),
    Keyboard.addListener('keyboardWillHide', () => app.keyboard(false)),
    Keyboard.addListener('keyboardDidShow', showFocusedField),
    ...(platform() === 'ios' ? prepareForIos() : []),
  ]);
}

const prepareForIos = () => [
  Keyboard.setResizeMode({ mode: KeyboardResize.Native }),
  // Light like the app, whatever the device's theme.
  Keyboard.setStyle({ style: KeyboardStyle.Light }),
  // Has arrows between fields, and "Done", which is the only way to close the keyboard.
  Keyboard.setAccessoryBarVisible({ isVisible: true }),
];

/** Scrolls to the focused field, now that the page has its final height. */
function showFocusedField() {
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}
