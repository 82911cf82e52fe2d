/**
 * Where the browser refuses storage (all cookies blocked, say), what is stored lasts as long as the
 * page: signing in and writing still work.
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
