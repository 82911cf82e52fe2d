import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Route } from '@playwright/test';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { signInOnScreen } from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';

test('The app is not shown in a frame of another site', async ({ page, baseURL, browserName }) => {
  const [real, unprotected] = [`${baseURL}/login?real`, `${baseURL}/login?unprotected`];
  await page.route(unprotected, allowFraming);
  await using site = await startOtherSite(
    `<!doctype html><title>Other</title>
    <iframe name="real" src="${real}"></iframe><iframe name="unprotected" src="${unprotected}"></iframe>`,
  );
  const response = page.waitForResponse(real);
  await page.goto(site.url);
  expect((await response).status()).toBe(200);
  // The browser's own page, which says that it blocked the app.
  const blocked = browserName === 'firefox' ? /^about:neterror\?e=\w+Blocked&/ : /^chrome-error:/;
  await expect.poll(() => page.frame('real')?.url()).toMatch(blocked);
  await expect(page.frameLocator('[name=real]').getByLabel('Email')).toHaveCount(0);
  // Without the two headers that forbid framing, the same page is shown, so nothing else blocks the frame.
  await expect(page.frameLocator('[name=unprotected]').getByLabel('Email')).toBeVisible();
});

test('The token of a link is never in an address that the browser requests, and no Referer is sent', async ({
  page,
  request,
  mailbox,
}) => {
  const email = newEmail();
  const person = { email, password: TEST_PASSWORD, first_name: 'Ada', last_name: 'Byron' };
  await post(request, '/api/auth/register', person);
  const { link } = await mailbox.emailTo(email, /confirm/i);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
  expect(token).not.toBe('');
  const sent: Promise<{ address: string; referer: string | undefined }>[] = [];
  page.on('request', (request) => {
    const [address = ''] = request.url().split('#');
    sent.push(request.allHeaders().then(({ referer }) => ({ address, referer })));
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page).toHaveURL('/login');
  for (const { address, referer } of await Promise.all(sent)) {
    expect(address).not.toContain(token);
    expect(referer, address).toBeUndefined();
  }
});

test('Sign-in leads to the home page, whatever redirect the address requests', async ({
  page,
  person,
}) => {
  await page.goto(
    '/login?next=https://evil.example&redirect=//evil.example&url=javascript:alert(1)',
  );
  await signInOnScreen(page, person.email, person.password);
});

test('The browser refuses markup and scripts that are created from text', async ({
  page,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'Firefox ESR does not have Trusted Types yet');
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => void> = {
      markup: () => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
      },
      'address of a script': () => {
        document.createElement('script').src = '/assets/x.js';
      },
      'text of a script': () => {
        document.createElement('script').text = 'alert(1)';
      },
      'code from text': () => {
        setTimeout('alert(1)');
      },
      'another policy': () => {
        (
          window as unknown as { trustedTypes: { createPolicy(name: string): void } }
        ).trustedTypes.createPolicy('other');
      },
    };
    return Object.entries(attempts)
      .filter(([, attempt]) => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      })
      .map(([name]) => name);
  });
  expect(refused).toEqual([
    'markup',
    'address of a script',
    'text of a script',
    'code from text',
    'another policy',
  ]);
});

/** Responds as the server does, but allows other sites to frame the page. */
async function allowFraming(route: Route) {
  const response = await route.fetch();
  const {
    'x-frame-options': _,
    'content-security-policy': policy = '',
    ...rest
  } = response.headers();
  const allowing = policy.replace("frame-ancestors 'none'", 'frame-ancestors *');
  await route.fulfill({ response, headers: { ...rest, 'content-security-policy': allowing } });
}

/** Starts a site with one page at another origin. */
async function startOtherSite(html: string) {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
