import type { CapacitorConfig } from '@capacitor/cli';
import type {} from '@capacitor/splash-screen';
import type {} from '@capacitor/status-bar';
import { app } from '#app';

/** `cap sync` copies this into both shells. What a person sees first, before any script of ours runs. */
const config: CapacitorConfig = {
  appId: app.id,
  appName: app.name,
  webDir: 'dist-native',
  backgroundColor: app.colors.canvas,
  server: {
    // Shown instead of a white screen, above all where the system's browser engine is too old.
    errorPath: 'error.html',
  },
  android: {
    // The oldest engine that the bundle is built for; see `build.target` in vite.config.ts.
    minWebViewVersion: 111,
  },
  plugins: {
    // Stays until the app says that it stands.
    SplashScreen: { launchAutoHide: false, launchFadeOutDuration: 150, androidScaleType: 'CENTER' },
    // LIGHT: dark content on a light bar, whatever the device's own theme.
    SystemBars: { style: 'LIGHT', insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    StatusBar: { style: 'LIGHT', backgroundColor: app.colors.canvas, overlaysWebView: false },
    // Fetch and cookies stay the engine's own: patched ones damage binary bodies.
    CapacitorHttp: { enabled: false },
    CapacitorCookies: { enabled: false },
  },
};

export default config;
