import { app } from '#app';
import { features } from '#features/client.ts';
import { publicPages } from '#features/public-pages.ts';
import { withoutTrailingSlash } from '#shared/path.ts';
import { type AppRoute, createFinder, lazyScreen, type Route } from './shell/route.ts';

export const notFound: Route = {
  path: '/404',
  source: 'client/shell/not-found.tsx',
  screen: lazyScreen(() => import('./shell/not-found.tsx')),
  access: 'anyone',
  title: 'Page not found',
  description: 'There is nothing at this address.',
  prerender: 'static',
};

export const routes: readonly AppRoute[] = [
  {
    path: '/',
    source: 'client/marketing/home.tsx',
    screen: lazyScreen(() => import('./marketing/home.tsx')),
    access: 'anyone',
    title: `${app.name}: ${app.tagline.toLowerCase()}`,
    description: app.description,
    prerender: 'static',
    ...publicPages['/'],
  },
  {
    path: '/about',
    source: 'client/marketing/about.tsx',
    screen: lazyScreen(() => import('./marketing/about.tsx')),
    access: 'anyone',
    title: 'About',
    description: `What ${app.name} is, and how to write to the people behind it.`,
    prerender: 'static',
    ...publicPages['/about'],
  },
  {
    path: '/help',
    source: 'client/marketing/help.tsx',
    screen: lazyScreen(() => import('./marketing/help.tsx')),
    access: 'anyone',
    title: 'Contact',
    description: `Questions about ${app.name}? Write to us: a person reads every message.`,
    prerender: 'static',
  },
  {
    path: '/login',
    source: 'client/account/login.tsx',
    screen: lazyScreen(() => import('./account/login.tsx')),
    access: 'signed-out',
    title: 'Sign In',
    description: `Sign in to your ${app.name} account.`,
    prerender: 'form',
  },
  {
    path: '/signup',
    source: 'client/account/signup.tsx',
    screen: lazyScreen(() => import('./account/signup.tsx')),
    access: 'signed-out',
    title: 'Sign Up',
    description: `Create a ${app.name} account and use it on every device.`,
    prerender: 'form',
  },
  {
    path: '/confirm',
    source: 'client/account/confirm.tsx',
    screen: lazyScreen(() => import('./account/confirm.tsx')),
    access: 'anyone',
    title: 'Confirm your email',
    description: `The last step of creating a ${app.name} account.`,
    prerender: 'page',
  },
  {
    path: '/reset-password',
    source: 'client/account/reset-password.tsx',
    screen: lazyScreen(() => import('./account/reset-password.tsx')),
    access: 'anyone',
    title: 'Set a new password',
    description: `Choose a new password for your ${app.name} account.`,
    prerender: 'shell',
  },
  {
    path: '/profile',
    source: 'client/account/profile.tsx',
    screen: lazyScreen(() => import('./account/profile.tsx')),
    access: 'signed-in',
    title: 'User Profile',
    description: 'Your name and email address.',
    prerender: 'shell',
  },
  ...features.flatMap(({ routes }) => routes),
  {
    path: '/admin-dashboard',
    source: 'client/admin/admin-dashboard.tsx',
    screen: lazyScreen(() => import('./admin/admin-dashboard.tsx')),
    access: 'admin',
    title: 'Admin Dashboard',
    description: 'How the service is doing right now.',
    prerender: 'shell',
  },
];

const find = createFinder(routes);

/** Finds the route and parameters of a path in the form that browsers send. */
export function findRoute(path: string) {
  return find(withoutTrailingSlash(path)) ?? { route: notFound, params: {} };
}

/** Loads a screen's code. Ignores failures, which are shown when the user opens the screen. */
export function prefetch(address: string): Promise<unknown> {
  const [path = ''] = address.split(/[?#]/, 1);
  return findRoute(path)
    .route.screen.load()
    .catch(() => {});
}
