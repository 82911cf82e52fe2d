import type { FeatureJourney } from '#e2e/webkit/journey.ts';

const NOTES = '//ul[@aria-label="Notes"]/li';
const note = (title: string) => `${NOTES}[.//*[contains(text(), "${title}")]]`;

/** Writes, edits and deletes a note with a photo, by what a person reads and presses. */
export const journey: FeatureJourney = async (t, webkit, { addPhoto }) => {
  const { fill, press, sees, seesPicture, seesNot } = webkit;

  await t.test('write a note with a photo', async () => {
    await press('Demo');
    await press('New note');
    await fill('Title', 'Compilers');
    await fill('Content', 'Nobody believed it could be done.');
    await addPhoto();
    await seesPicture('//img[@alt="The photo you chose"]');
    await press('Save');
    await seesPicture(`${note('Compilers')}//img`);
  });

  await t.test('edit it and remove the photo', async () => {
    await press('Edit', note('Compilers'));
    await fill('Title', 'Compilers and people');
    await press('Remove photo');
    await press('Save');
    await sees('Compilers and people');
    await seesNot(`${note('Compilers and people')}//img`);
  });

  await t.test('delete it', async () => {
    await press('Delete', note('Compilers and people'));
    await press('Delete', '//*[@role="alertdialog"]');
    await seesNot(NOTES);
  });
};
