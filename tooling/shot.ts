import type { Page } from '@playwright/test';
import type { Visitor } from './app-page.ts';

/** A screen in a certain state, for `npm run screenshots`. */
export type Shot = {
  name: string;
  path: string;
  as?: Visitor;
  /** Set if a dialog covers the page. The picture then shows the viewport instead of the whole page. */
  overlay?: true;
  before?: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
};

export const press = (page: Page, landmark: string, name: string) =>
  page.locator(landmark).getByRole('button', { name, exact: true }).first().click();
