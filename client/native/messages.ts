/** What the web's own camera window says. */
export const deviceMessages = {
  camera: 'Camera',
  cameraPicture: 'What the camera sees',
  cameraStarting: 'Starting the camera…',
} as const;
