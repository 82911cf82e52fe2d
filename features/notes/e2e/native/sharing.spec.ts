import { expect, PHONE, signInWithoutScreens, test } from '#e2e/native/fixtures.ts';
import { photoFile } from '#e2e/support/pictures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { expectOnServer, saveAndClose } from '../sync-helpers.ts';

test.use({ ...PHONE, platform: 'android' });

test('On Android a photo or text that another app shares becomes a draft, at the start and later', async ({
  page,
  native,
  person,
  request,
}) => {
  let waiting: object | undefined;
  native.handlers['ShareTarget.take'] = () => {
    const taken = waiting;
    waiting = undefined;
    return taken ? { hasContent: true, ...taken } : { hasContent: false };
  };
  const { buffer } = await photoFile({ width: 80, height: 60 });
  native.putFile('/cache/shared/one', buffer);
  await signInWithoutScreens(page, person);

  await test.step('it starts the app', async () => {
    waiting = {
      title: 'Harbour',
      text: 'At noon',
      hasPhoto: true,
      path: '/cache/shared/one',
      type: 'image/jpeg',
    };
    await native.open();
    await expect(page.getByLabel('Title')).toHaveValue('Harbour');
    await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();
    await expect.poll(() => native.optionsOf('ShareTarget.clear').length).toBe(1);
    await saveAndClose(page);
    await expectOnServer(request, person, [
      { title: 'Harbour', content: 'At noon', photoWidth: 80 },
    ]);
  });

  await test.step('it arrives while the notes are open, without a photo that cannot be read', async () => {
    waiting = { text: 'Two eggs', hasPhoto: true };
    await native.emit('ShareTarget.shared');
    await expectToast(page, 'Selection error');
    await expect(page.getByLabel('Content')).toHaveValue('Two eggs');
  });
});
