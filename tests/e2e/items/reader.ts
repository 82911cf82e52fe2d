import type { Locator, Page } from '@playwright/test';

/** Finds the reading view. */
export const reader = (page: Page): Locator => page.getByRole('article');

/** Finds the title in the reading view. */
export const readerTitle = (page: Page) => reader(page).getByRole('heading', { level: 2 });

/** Goes back without loading a page. Playwright's goBack would wait for one. */
export const back = (page: Page) => page.evaluate(() => history.back());
export const forward = (page: Page) => page.evaluate(() => history.forward());
