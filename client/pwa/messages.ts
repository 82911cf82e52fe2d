export const pwaMessages = {
  offline: 'You are offline. Everything loaded earlier is still here.',
  updateReady: 'A new version is ready.',
  updateNow: 'Update',
  updateLater: 'Later',
  install: 'Install app',
  installIosSteps: [
    'Tap the browser’s Share button.',
    'Choose “Add to Home Screen”.',
    'Tap “Add”.',
  ],
} as const;
