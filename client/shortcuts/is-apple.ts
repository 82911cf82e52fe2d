/** Tells whether the modifier key of shortcuts is ⌘ on this device, and not Ctrl. */
export const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
