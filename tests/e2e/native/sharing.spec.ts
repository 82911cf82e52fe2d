import {
  isShareTarget,
  kind,
  longTextField,
  NO_SHARE_TARGET,
} from '#tests/e2e/items/first-kind.ts';
import { saveAndClose, textInput, titleInput } from '#tests/e2e/items/helpers.ts';
import { preview } from '#tests/e2e/photos/helpers.ts';
import { photoFile } from '#tests/e2e/support/pictures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { expectOnServer } from '#tests/e2e/sync/helpers.ts';
import { expect, PHONE, signInWithoutScreens, testOfItems as test } from './fixtures.ts';

test.use({ ...PHONE, platform: 'android' });
test.skip(!isShareTarget, NO_SHARE_TARGET);

test('On Android a photo or text that another app shares becomes a draft, at the start and in the running app', async ({
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
    await expect(titleInput(page)).toHaveValue('Harbour');
    if (kind.photo) await expect(preview(page)).toBeVisible();
    await expect.poll(() => native.optionsOf('ShareTarget.clear').length).toBe(1);
    await saveAndClose(page);
    await expectOnServer(request, person, [
      { title: 'Harbour', text: longTextField && 'At noon', photoWidth: 80 },
    ]);
  });

  await test.step('it arrives while the items are open, without a photo that cannot be read', async () => {
    waiting = { text: 'Two eggs', hasPhoto: true };
    await native.emit('ShareTarget.shared');
    if (kind.photo) await expectToast(page, 'Selection error');
    if (longTextField) await expect(textInput(page)).toHaveValue('Two eggs');
  });
});
