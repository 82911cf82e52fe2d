export type Platform = 'web' | 'ios' | 'android';

type Shell = { isNativePlatform?(): boolean; getPlatform?(): Platform };

/** Returns the platform. The native shell injects its bridge before any script runs. */
export function platform(): Platform {
  const { Capacitor } = globalThis as { Capacitor?: Shell };
  return (Capacitor?.isNativePlatform?.() && Capacitor.getPlatform?.()) || 'web';
}

export const isNative = () => platform() !== 'web';
