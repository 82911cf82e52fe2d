import { createStore } from './store.ts';

const STORAGE_KEY = 'app_shortcuts';
const OFF = 'off';

const store = createStore(
  typeof localStorage === 'undefined' || localStorage.getItem(STORAGE_KEY) !== OFF,
);

/** Whether keys without a modifier are shortcuts on this device. Speech input and a slip of the hand press them by accident. */
export const shortcutSetting = {
  ...store,
  set(isOn: boolean) {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
    store.set(isOn);
  },
};
