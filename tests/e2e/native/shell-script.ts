import { readFileSync } from 'node:fs';
import { type Platform, pluginHeaders } from './plugin-headers.ts';

/** Returns the script that a shell injects before the app's scripts: globals, bridge and plugins, in this order. */
export function shellScript(platform: Platform, origin: string) {
  return `window.Capacitor = { DEBUG: true, isLoggingEnabled: false, Plugins: {} };
    window.WEBVIEW_SERVER_URL = '${origin}';
    ${readFileSync(BRIDGES[platform], 'utf8')}
    Capacitor.PluginHeaders = ${JSON.stringify(pluginHeaders(platform))};
    for (const { name } of Capacitor.PluginHeaders)
      Capacitor.Plugins[name] = { addListener: (event, listen) => Capacitor.addListener(name, event, listen) };`;
}

const BRIDGES: Record<Platform, string> = {
  android: 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js',
  ios: 'node_modules/@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
};
