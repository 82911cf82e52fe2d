import assert from 'node:assert/strict';
import { SEARCH_CASES, SEARCHED } from '#tests/e2e/items/search-cases.ts';
import { WAIT_MS } from '#tests/e2e/webkit/browser.ts';
import type { FeatureJourney } from '#tests/e2e/webkit/journey.ts';
import type { Note } from '../contract.ts';

const NOTES = '//ul[starts-with(@aria-label, "Notes")]/li';
const READER = '//article[not(@hidden)]';
const note = (title: string) => `${NOTES}[.//*[contains(text(), "${title}")]]`;

/** Writes, edits and deletes a note with a photo, and searches notes in many languages. */
export const journey: FeatureJourney = async (t, webkit, { addPhoto, server }) => {
  const { driver, element, fill, press, waitForText, waitForPicture, waitUntilGone } = webkit;

  await t.test('write a note with a photo', async () => {
    await press('Demo');
    // The button moves when the list turns out to be empty: a click at that moment would be lost.
    await element('//*[@data-items][@data-empty]');
    await press('New note');
    await fill('Title', 'Compilers');
    await fill('Content', 'Nobody believed it could be done.');
    await addPhoto();
    await waitForPicture('//img[@alt="The photo you chose"]');
    await press('Save');
    await waitForPicture(`${note('Compilers')}//img`);
  });

  await t.test('edit it and remove the photo', async () => {
    await press('Compilers', note('Compilers'));
    await press('Edit', READER);
    await fill('Title', 'Compilers and people');
    await press('Remove photo');
    await press('Save');
    await waitForText('Compilers and people');
    await waitUntilGone(`${note('Compilers and people')}//img`);
  });

  await t.test('delete it', async () => {
    await press('Delete', READER);
    await press('Delete', '//*[@role="alertdialog"]');
    await waitUntilGone(NOTES);
  });

  await t.test('find notes in every language', async () => {
    const added = await addNotes();
    await waitForText(SEARCHED[0]?.title ?? '');
    for (const [query, titles] of SEARCH_CASES) {
      await search(query);
      await driver
        .wait(async () => (await shownTitles()).join() === titles.join(), WAIT_MS)
        .catch(async () => assert.deepEqual(await shownTitles(), titles, query));
    }
    await search('');
    await deleteNotes(added);
    await waitUntilGone(NOTES);
  });

  async function send(method: string, path: string, body?: object) {
    const token = await driver.executeScript<string>('return localStorage.app_token');
    const response = await fetch(new URL(path, server), {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.json();
  }

  /** Adds the notes from another device. The last one comes first in the list. */
  async function addNotes(): Promise<Note[]> {
    const added: Note[] = [];
    for (const { title, text } of SEARCHED.toReversed())
      added.push((await send('POST', '/api/notes', { title, content: text })).note);
    return added;
  }

  async function deleteNotes(notes: Note[]) {
    for (const { id } of notes) await send('DELETE', `/api/notes/${id}`);
  }

  /** Changes the query like typing, because WebDriver cannot type every character. */
  async function search(query: string) {
    await driver.executeScript(
      `const field = document.querySelector('input[type=search]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[0]);
      field.dispatchEvent(new Event('input', { bubbles: true }));`,
      query,
    );
  }

  /** Reads all titles at once, because the list may change between two requests of WebDriver. */
  function shownTitles() {
    return driver.executeScript<string[]>(
      `return [...document.querySelectorAll('ul[aria-label^="Notes"] > li h3')].map((one) => one.innerText)`,
    );
  }
};
