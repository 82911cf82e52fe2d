import type { CapacitorConfig } from '@capacitor/cli';
import type {} from '@capacitor/splash-screen';
import type {} from '@capacitor/status-bar';
import { app } from '#app';

/** The settings of both shells, which `cap sync` copies there. They apply before any script runs. */
const config: CapacitorConfig = {
  appId: app.id,
  appName: app.name,
  webDir: 'dist-native',
  backgroundColor: app.colors.canvas,
  server: {
    // Shown instead of a white screen, for example if the browser engine of the system is too old.
    errorPath: 'error.html',
  },
  android: {
    // The oldest engine that the bundle is built for; see `build.target` in vite.config.ts.
    minWebViewVersion: 111,
  },
  plugins: {
    // Shown until the app hides it.
    SplashScreen: { launchAutoHide: false, launchFadeOutDuration: 150, androidScaleType: 'CENTER' },
    // LIGHT: dark content on a light bar, regardless of the device theme.
    SystemBars: { style: 'LIGHT', insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    StatusBar: { style: 'LIGHT', backgroundColor: app.colors.canvas, overlaysWebView: false },
    // The engine's own fetch and cookies are used: Capacitor's fetch damages binary bodies.
    CapacitorHttp: { enabled: false },
    CapacitorCookies: { enabled: false },
  },
};

export default config;
