import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Tells whether a path of a document is part of a feature that was removed, such as the demo. */
export function isOfRemovedFeature(path: string) {
  const [, feature] = /^features\/([\w*-]+)\//.exec(path) ?? [];
  if (feature === undefined) return false;
  // The files that a document names for any feature are in the demo.
  return !existsSync(join(root, 'features', feature === '*' ? 'demo' : feature));
}
