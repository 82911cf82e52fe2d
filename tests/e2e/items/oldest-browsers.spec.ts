import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectAllSent, expectOnServer } from '#tests/e2e/sync/helpers.ts';
import { kind } from './first-kind.ts';
import { test } from './fixtures.ts';
import { addItem, cardOf, openForm, openNewForm, write } from './helpers.ts';

test.use({ viewport: { width: 390, height: 844 } });

/**
 * Removes features that an app is likely to use and one of the oldest supported browsers
 * (scripts/build/oldest-browsers.ts) lacks.
 */
const removeNewFunctions = (page: Page) =>
  page.addInitScript(() => {
    const missing: [object | undefined, string[]][] = [
      [AbortSignal, ['timeout', 'any']],
      [HTMLFormElement.prototype, ['requestSubmit']],
      [Element.prototype, ['checkVisibility', 'showPopover']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [Array, ['fromAsync']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isDisjointFrom']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [ReadableStream.prototype, ['values']],
      [IDBFactory.prototype, ['databases']],
      [URL, ['canParse', 'parse']],
      [Blob.prototype, ['bytes']],
      [Response, ['json']],
      [Intl, ['Segmenter']],
      [Document.prototype, ['startViewTransition']],
      [window, ['scheduler', 'requestIdleCallback', 'DecompressionStream', 'OffscreenCanvas']],
    ];
    for (const [owner, names] of missing)
      for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
    const { matches } = Element.prototype;
    function matchesWithoutHas(this: Element, selectors: string) {
      if (selectors.includes(':has(')) throw new SyntaxError(`Not a selector: ${selectors}`);
      return matches.call(this, selectors);
    }
    Object.assign(Element.prototype, { matches: matchesWithoutHas });
  });

test('Items can be written, sent, read, changed and found in the oldest browsers', async ({
  signedIn: page,
  person,
  request,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await removeNewFunctions(page);
  await addItem(request, person, { title: 'Other' });
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Harbour', 'Some content');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAllSent(page);

  await cardOf(page, 'Harbour').getByRole('link').click();
  await expect(page.getByRole('article')).toContainText('Some content');
  await expect(page.locator('header')).toHaveAttribute('inert');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await openForm(page, 'Harbour');
  await write(page, 'Harbour', 'Changed content');
  await page.keyboard.press('Control+Enter');
  await expectOnServer(request, person, [
    { title: 'Harbour', text: 'Changed content' },
    { title: 'Other' },
  ]);

  await page.getByRole('searchbox').fill('changed');
  await expect(cardOf(page, 'Other')).toHaveCount(0);
  await expect(cardOf(page, 'Harbour')).toBeVisible();
  expect(errors).toEqual([]);
});
