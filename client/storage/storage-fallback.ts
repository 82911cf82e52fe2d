/**
 * Replaces storage that the browser blocks (for example together with all cookies) with memory that lasts as long as
 * the page, so that signing in and writing still work.
 */
export function ensureStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[name].getItem('');
    } catch {
      Object.defineProperty(window, name, { value: Object.create(inMemory) });
    }
  }
}

// As in the real storage, entries are the object's own properties.
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
