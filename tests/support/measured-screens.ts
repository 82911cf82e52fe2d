import { globSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { FIRST_LOAD_SCRIPT_KB, FIRST_LOAD_STYLE_KB } from '#client/marketing/budget.ts';
import type { Visitor } from './app-page.ts';
import { importAll } from './import-all.ts';

/** A screen whose cost `npm run budget` measures and `tests/e2e/build/budget.spec.ts` limits. */
export type MeasuredScreen = {
  name: string;
  path: string;
  as?: Visitor;
  /** What a first visit may download, compressed. */
  budget: Budget;
  before?: (page: Page) => Promise<unknown>;
  /** Matches when the screen is complete. */
  ready?: string;
  interactions: Interaction[];
  /** Also measures the frames while the screen is scrolled. */
  scrolls?: true;
};

type Budget = {
  /** Script that the page loads before anybody uses it. */
  startKb: number;
  /** All script, once somebody uses the page. */
  scriptKb: number;
  styleKb: number;
  /** All requests, once somebody uses the page. */
  requests: number;
};

/** A user action and the selector of its result. */
export type Interaction = { name: string; act: (page: Page) => Promise<unknown>; shows: string };

const tap = (page: Page, selector: string) => page.locator(selector).first().tap();

const openMenu: Interaction = {
  name: 'menu',
  act: (page) => tap(page, 'header button[aria-label="Menu"]'),
  shows: 'dialog.sheet[open]',
};

const goToAbout: Interaction = {
  name: 'navigation',
  act: (page) => tap(page, '.bottom-navigation a[href="/about"]'),
  shows: '.chapter',
};

const typeInto = (field: string): Interaction => ({
  name: 'typing',
  async act(page) {
    await tap(page, `input[name="${field}"]`);
    await page.keyboard.press('x');
  },
  shows: `input[name="${field}"][value$="x"]`,
});

/** The first script and the script that registers the service worker. */
const START_KB = 5;
/** The size of a feature's entry, icon and model, which may be two files. */
const FEATURE_KB = 1.5;
const FEATURE_REQUESTS = 2;
/** The style sheet of every page. */
const styleKb = FIRST_LOAD_STYLE_KB;
const HOME = { startKb: START_KB, scriptKb: FIRST_LOAD_SCRIPT_KB, styleKb, requests: 26 };
const STATIC = { startKb: START_KB, scriptKb: 80, styleKb, requests: 19 };
const FORM = { startKb: START_KB, scriptKb: 94, styleKb, requests: 34 };
const ACCOUNT = { startKb: 94, scriptKb: 94, styleKb, requests: 34 };

const screensOfKit: MeasuredScreen[] = [
  {
    name: 'home',
    path: '/',
    budget: HOME,
    interactions: [openMenu],
  },
  {
    name: 'home, navigation',
    path: '/',
    budget: HOME,
    interactions: [goToAbout],
  },
  {
    name: 'about',
    path: '/about',
    budget: STATIC,
    interactions: [openMenu],
  },
  {
    name: 'contact',
    path: '/help',
    budget: STATIC,
    interactions: [goToAbout],
  },
  {
    name: 'not found',
    path: '/no-such-page',
    budget: STATIC,
    interactions: [openMenu],
  },
  {
    name: 'sign in',
    path: '/login',
    budget: FORM,
    interactions: [typeInto('password'), openMenu],
  },
  {
    name: 'sign up',
    path: '/signup',
    budget: FORM,
    interactions: [typeInto('first_name')],
  },
  {
    name: 'confirm',
    path: '/confirm',
    budget: ACCOUNT,
    interactions: [openMenu],
  },
  {
    name: 'reset password',
    path: '/reset-password#access_token=a&refresh_token=b&type=recovery',
    budget: ACCOUNT,
    interactions: [typeInto('password')],
  },
  {
    name: 'profile',
    path: '/profile',
    as: 'user',
    budget: { startKb: 108, scriptKb: 108, styleKb, requests: 38 },
    interactions: [typeInto('first_name'), goToAbout],
  },
  {
    name: 'dashboard',
    path: '/admin-dashboard',
    as: 'admin',
    budget: { startKb: 117, scriptKb: 117, styleKb: 12, requests: 36 },
    interactions: [goToAbout],
  },
  {
    name: 'people',
    path: '/admin-dashboard?view=people',
    as: 'admin',
    budget: { startKb: 169, scriptKb: 169, styleKb: 12, requests: 56 },
    ready: '.record-action',
    interactions: [typeInto('search')],
  },
];

/** Returns the screens of the kit and of the features, which list theirs in `e2e/measured-screens.ts`. */
export async function measuredScreens(): Promise<MeasuredScreen[]> {
  const modules = await importAll<{ screens: MeasuredScreen[] }>(
    'features/*/e2e/measured-screens.ts',
  );
  return [...screensOfKit, ...modules.flatMap(({ screens }) => screens)].map((screen) => ({
    ...screen,
    budget: withFeatures(screen.budget),
  }));
}

/** Adds what each further feature may add to every screen: its routes, icon and texts. */
function withFeatures({ startKb, scriptKb, styleKb, requests }: Budget): Budget {
  const more = Math.max(0, globSync('features/*/client.ts').length - 1);
  return {
    startKb: startKb === START_KB ? startKb : startKb + more * FEATURE_KB,
    scriptKb: scriptKb + more * FEATURE_KB,
    styleKb,
    requests: requests + more * FEATURE_REQUESTS,
  };
}
