import { mergeTests } from '@playwright/test';
import { test as base } from '#tests/e2e/support/fixtures.ts';
import { test as siteTest } from '#tests/e2e/support/site-fixtures.ts';
import { hasKind, NO_KIND } from './first-kind.ts';

/** Extends the app's `test`: skips item tests if the app has no kind. */
export const test = base.extend<{ items: undefined }>({
  items: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from its pattern
    async ({}, use, testInfo) => {
      testInfo.skip(!hasKind, NO_KIND);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Adds a separate server for each test. */
export const testOnOwnSite = mergeTests(siteTest, test);
