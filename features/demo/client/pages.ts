import { app } from '#app';
import { lazyScreen, type PublicPages } from '#client/shell/route.ts';

/** The public pages of the demo, which present the kit. Part of the first download: the screens are imported lazily. */
export const demoPages: PublicPages = {
  '/': {
    source: 'features/demo/client/home/home.tsx',
    screen: lazyScreen(() => import('./home/home.tsx')),
  },
  '/about': {
    source: 'features/demo/client/about.tsx',
    screen: lazyScreen(() => import('./about.tsx')),
    description: `Why ${app.name} exists, what is inside the kit, and how one codebase becomes a website, an installable web app and a native app.`,
  },
};
