// Runs in pages of `npm run dev`: replaces what modules export while the page keeps running. See hot-shared.ts.

/** The first instance of each module, which the other modules of the page have imported. */
const modules = new Map();

/** Registers a module. `assign` gives its exports the values of the new instance. */
export function register(id, url, assign) {
  if (!modules.has(id)) modules.set(id, { url: url.split('?')[0], assign });
}

/** Returns the new value of an export. An object keeps its identity, because others may hold it. */
export function renew(old, value) {
  if (Array.isArray(old) && Array.isArray(value)) old.splice(0, old.length, ...value);
  else if (isPlain(old) && isPlain(value)) {
    for (const key of Reflect.ownKeys(old)) delete old[key];
    Object.defineProperties(old, Object.getOwnPropertyDescriptors(value));
  } else {
    // Other modules may have computed something from a number or a text when they were loaded.
    if (typeof old !== 'function' && old !== value) location.reload();
    return value;
  }
  return old;
}

const isPlain = (value) => value !== null && Object.getPrototypeOf(value) === Object.prototype;

import.meta.hot.on('shared:changed', async (ids) => {
  try {
    for (const id of ids) {
      const module = modules.get(id);
      if (module) module.assign(await import(/* @vite-ignore */ `${module.url}?t=${Date.now()}`));
    }
  } catch (error) {
    // Vite shows the error in the file. The next save tries again.
    console.warn('A shared module could not be loaded again.', error);
  }
});
