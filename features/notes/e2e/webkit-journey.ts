import type { FeatureJourney } from '#e2e/webkit/journey.ts';

const NOTES = '//ul[@aria-label="Notes"]/li';
const note = (title: string) => `${NOTES}[.//*[contains(text(), "${title}")]]`;

/** Writes, edits and deletes a note with a photo. */
export const journey: FeatureJourney = async (t, webkit, { addPhoto }) => {
  const { fill, press, waitForText, waitForPicture, waitUntilGone } = webkit;

  await t.test('write a note with a photo', async () => {
    await press('Demo');
    await press('New note');
    await fill('Title', 'Compilers');
    await fill('Content', 'Nobody believed it could be done.');
    await addPhoto();
    await waitForPicture('//img[@alt="The photo you chose"]');
    await press('Save');
    await waitForPicture(`${note('Compilers')}//img`);
  });

  await t.test('edit it and remove the photo', async () => {
    await press('Edit', note('Compilers'));
    await fill('Title', 'Compilers and people');
    await press('Remove photo');
    await press('Save');
    await waitForText('Compilers and people');
    await waitUntilGone(`${note('Compilers and people')}//img`);
  });

  await t.test('delete it', async () => {
    await press('Delete', note('Compilers and people'));
    await press('Delete', '//*[@role="alertdialog"]');
    await waitUntilGone(NOTES);
  });
};
