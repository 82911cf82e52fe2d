/**
 * Where the browser refuses local storage (all cookies blocked, say), what is kept lasts as long as
 * the page: signing in and writing still work.
 */
export function ensureLocalStorage() {
  try {
    localStorage.getItem('');
  } catch {
    Object.defineProperty(window, 'localStorage', { value: Object.create(inMemory) });
  }
}

// As in the real one, what is stored is what the object itself holds.
type Stored = Record<string, string>;
const inMemory = {
  getItem(this: Stored, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  },
  setItem(this: Stored, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Stored, key: string) {
    delete this[key];
  },
};
