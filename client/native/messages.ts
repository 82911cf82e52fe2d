import { app } from '#app';
import type { Platform } from './platform.ts';

/** Texts of the camera dialog in browsers. */
export const deviceMessages = {
  camera: 'Camera',
  cameraPicture: 'What the camera sees',
  cameraStarting: 'Starting the camera…',
  photoTaken: 'The photo you took',
  reviewPhoto: 'Photo taken. Use it or take another one.',
} as const;

/** Tells the user what to allow, and where the platform has the setting. */
export const allowInSettings = (what: 'Camera' | 'Photos', platform: Platform) =>
  `To add a photo, allow ${what} in ${SETTINGS[platform]}.`;

const SETTINGS: Record<Platform, string> = {
  web: 'your browser’s site settings',
  android: `Settings › Apps › ${app.name} › Permissions`,
  ios: `Settings › ${app.name}`,
};
