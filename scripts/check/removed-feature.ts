import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Tells whether a path in a document belongs to a removed feature, such as the demo. */
export function isOfRemovedFeature(path: string) {
  const [, feature] = /^features\/([\w*-]+)\//.exec(path) ?? [];
  if (feature === undefined) return false;
  // Files that a document names for any feature (`*`) exist in the demo.
  return !existsSync(join(root, 'features', feature === '*' ? 'demo' : feature));
}
