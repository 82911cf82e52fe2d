import { SystemBars, SystemBarsStyle } from '@capacitor/core';
import { StatusBar, Style } from '@capacitor/status-bar';
import { NavigationBar } from '@capgo/capacitor-navigation-bar';
import { app } from '#app';
import { platform } from '../platform.ts';

const FIRST_ANDROID_WITH_DARK_BUTTONS = 8;

/**
 * Sets light system bars with dark content. Android 15 and later ignore the colours: there the style
 * sheet paints the area behind the bars.
 */
export async function paintBars() {
  await Promise.all([
    StatusBar.setBackgroundColor({ color: app.colors.canvas }),
    StatusBar.setStyle({ style: Style.Light }),
    SystemBars.setStyle({ style: SystemBarsStyle.Light }),
    canDarkenButtons() &&
      NavigationBar.setNavigationBarColor({ color: app.colors.navigationBar, darkButtons: true }),
  ]);
}

/**
 * Returns whether the system bar buttons can be dark. Older Android versions would show white buttons on a white bar.
 */
function canDarkenButtons() {
  if (platform() !== 'android') return false;
  const [, version] = /Android (\d+)/.exec(navigator.userAgent) ?? [];
  return version === undefined || Number(version) >= FIRST_ANDROID_WITH_DARK_BUTTONS;
}
