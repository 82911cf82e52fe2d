import type { PublicPages } from '#client/shell/route.ts';
import { demoPages } from './demo/client/pages.ts';

/** The public pages of the kit that features replace by their own, by path. */
export const publicPages: PublicPages = {
  // One line per feature.
  ...demoPages,
};
