import { app } from '#app';
import type { Platform } from './platform.ts';

/** What the web's own camera window says. */
export const deviceMessages = {
  camera: 'Camera',
  cameraPicture: 'What the camera sees',
  cameraStarting: 'Starting the camera…',
} as const;

/** Says what to allow, and where each platform has the switch. */
export const allowInSettings = (what: 'Camera' | 'Photos', platform: Platform) =>
  `To add a photo, allow ${what} in ${SETTINGS[platform]}.`;

const SETTINGS: Record<Platform, string> = {
  web: 'your browser’s site settings',
  android: `Settings › Apps › ${app.name} › Permissions`,
  ios: `Settings › ${app.name}`,
};
