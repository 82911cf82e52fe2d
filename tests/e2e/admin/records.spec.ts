import { expectAccessible } from '../support/accessible.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { expectToast, open } from '../support/site.ts';
import { expectFits } from './expect-fits.ts';

test.beforeEach(async ({ page, admin }) => signInWithoutScreens(page, admin));

test('Failed emails are listed page by page and sent again', { tag: '@layout' }, async ({
  page,
}) => {
  const main = page.getByRole('main');
  const failed = (recipient: string) => ({
    id: crypto.randomUUID(),
    kind: 'reset',
    recipient,
    attempts: 9,
    created_at: '2026-01-02T10:00:00.000Z',
    failed_at: '2026-01-05T10:00:00.000Z',
  });
  const next = 'cursor';
  await page.route(/\/api\/admin\/emails(\?|$)/, (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('before') === next;
    const list = isSecond
      ? { emails: [failed('later@example.com')], next: null }
      : { emails: [failed('bounced@example.com')], next };
    return route.fulfill({ json: { success: true, ...list } });
  });
  await page.route('**/api/admin/emails/*/send-again', (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await open(page, '/admin-dashboard?view=emails');
  const emails = main.getByRole('list', { name: 'Failed emails' }).getByRole('listitem');
  await expect(emails).toContainText('Password reset');
  await main.getByRole('button', { name: 'Show more' }).click();
  await expect(emails).toHaveCount(2);
  await expect(main.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expectFits(page);
  for (const recipient of ['bounced@example.com', 'later@example.com']) {
    await main.getByRole('button', { name: `Send again to ${recipient}` }).click();
    await expectToast(page, 'Email queued');
  }
  await expect(main.getByText('No emails have failed.')).toBeVisible();
});

test('The links between the admin screens stay on one line, which scrolls to the current one', {
  tag: '@layout',
}, async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 700 });
  await open(page, '/admin-dashboard?view=audit');
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(links).toHaveCount(4);
  const tops = await links.evaluateAll((all) =>
    all.map((link) => link.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(1);
  await expect(links.last()).toBeInViewport({ ratio: 0.99 });
  await expectAccessible(page);
});

test('The audit log is shown, even after a network error', { tag: '@layout' }, async ({
  page,
  admin,
  person,
  request,
}) => {
  const main = page.getByRole('main');
  const headers = { Authorization: `Bearer ${admin.token}` };
  await request.post(`/api/admin/people/${person.user.id}/sign-out`, { headers });
  await page.route('**/api/admin/audit', (route) => route.abort());
  await open(page, '/admin-dashboard?view=emails');
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Audit log' })
    .click();
  await expect(main.getByRole('alert')).toContainText('Network error');
  await page.unroute('**/api/admin/audit');
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('list', { name: 'Audit log' })).toContainText(person.email);
  await expectFits(page);
  await page.goBack();
  await expect(main.getByRole('heading', { level: 1, name: 'Failed emails' })).toBeVisible();
});
