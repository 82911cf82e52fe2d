/** Known before any of our scripts: the shell puts its bridge on the page first. */
export function isNative(): boolean {
  const { Capacitor } = window as { Capacitor?: { isNativePlatform?(): boolean } };
  return Capacitor?.isNativePlatform?.() ?? false;
}
