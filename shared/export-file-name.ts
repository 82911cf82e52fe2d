import { app } from '#app';

/** Returns a name such as `my-app-export-2026-11-17.zip`. Only ASCII, because it is sent in a header. */
export function exportFileName(time: string) {
  const words = app.name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${[...words, 'export', time.slice(0, 10)].join('-')}.zip`;
}
