import type { Page } from '@playwright/test';
import type { Visitor } from './app-page.ts';

/** A screen in one of its states, for `npm run screenshots`. */
export type Shot = {
  name: string;
  path: string;
  as?: Visitor;
  /** For what stands in the window rather than on the page: no scrolling through it. */
  overlay?: true;
  before?: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
};

export const press = (page: Page, landmark: string, name: string) =>
  page.locator(landmark).getByRole('button', { name, exact: true }).first().click();
