export const pwaMessages = {
  offline: 'Offline',
  offlineText: 'Changes are kept here and sent later.',
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
