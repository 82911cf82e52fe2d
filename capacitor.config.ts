import type { CapacitorConfig } from '@capacitor/cli';
import { app } from '#app';
const config: CapacitorConfig = { appId: app.id, appName: app.name, webDir: 'dist-native' };
export default config;
