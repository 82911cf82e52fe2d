export type Platform = 'web' | 'ios' | 'android';

type Shell = { isNativePlatform?(): boolean; getPlatform?(): Platform };

/** Known before any of our scripts: the shell puts its bridge on the page first. */
export function platform(): Platform {
  const { Capacitor } = globalThis as { Capacitor?: Shell };
  return (Capacitor?.isNativePlatform?.() && Capacitor.getPlatform?.()) || 'web';
}

export const isNative = () => platform() !== 'web';
