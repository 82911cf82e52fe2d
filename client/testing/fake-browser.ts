/** Fakes of the browser's globals, as far as the modules under test use them. For unit tests, which run in plain Node. */

/** Replaces the globals by fresh fakes. Call it before each test. */
export function installFakeBrowser(address = 'https://app.example/') {
  const events = new EventTarget();
  const location = new URL(address);
  const attributes = new Set<string>();
  const browser = {
    events,
    location,
    /** The attributes of the root element. */
    attributes,
    history: new FakeHistory(location),
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
    navigator: { onLine: true, userAgent: 'Fake' },
    /** Changes a key like another tab: the change is reported afterwards. */
    changeInOtherTab(key: string, value: string | null) {
      if (value === null) browser.localStorage.removeItem(key);
      else browser.localStorage.setItem(key, value);
      events.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
  };
  const documentElement = {
    toggleAttribute: (name: string, on: boolean) =>
      on ? attributes.add(name) : attributes.delete(name),
  };
  defineGlobals({
    window: globalThis,
    document: { documentElement },
    location,
    history: browser.history,
    localStorage: browser.localStorage,
    sessionStorage: browser.sessionStorage,
    navigator: browser.navigator,
    scrollY: 0,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  });
  return browser;
}

export function defineGlobals(values: Record<string, unknown>) {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** As in the real storage, entries are the object's own properties. */
class FakeStorage {
  [key: string]: unknown;

  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key: string, value: string) {
    this[key] = value;
  }

  removeItem(key: string) {
    delete this[key];
  }
}

class FakeHistory {
  state: unknown = null;
  readonly #location: URL;

  constructor(location: URL) {
    this.#location = location;
  }

  pushState(state: unknown, _title: string, address?: string) {
    this.replaceState(state, _title, address);
  }

  replaceState(state: unknown, _title: string, address?: string) {
    this.state = structuredClone(state);
    if (address !== undefined) this.#location.href = new URL(address, this.#location).href;
  }
}
