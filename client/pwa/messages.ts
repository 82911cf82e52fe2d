export const pwaMessages = {
  offline: 'You are offline. What was loaded before is still here.',
  updateReady: 'A new version is ready.',
  updateNow: 'Update',
  updateLater: 'Later',
  install: 'Install app',
  installIosSteps: [
    'Tap the Share button of the browser.',
    'Choose "Add to Home Screen".',
    'Tap "Add".',
  ],
} as const;
