import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { app } from '#app';
import { linkIn, PUBLIC_URL, startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);

test('each email has the same content and links in HTML and in text', async () => {
  const { email, ...person } = await server.signUpByEmail();
  await server.call(kit.register, { body: { ...person.user, email, password: 'another one' } });
  // Of two waiting emails, the newer one may be sent first.
  await server.waitForMail();
  await server.call(kit.resetPassword, { body: { email } });
  const { access_token } = linkIn(await server.emailTo(email));
  const password = 'a new one';
  await server.as(access_token).call(kit.updatePassword, { body: { password } });
  const { token } = await server.call(kit.login, { body: { email, password } });
  await server.waitForMail();
  await server.as(token).call(kit.deleteAccount, { body: { password } });
  await server.waitForMail();
  for (const first_name of ['First', 'Second']) {
    await server.register({ email, first_name });
    await server.waitForMail();
  }
  await server.call(kit.resendConfirmation, { body: { email } });

  const emails = await server.emailsTo(email);
  assert.deepEqual(
    emails.map(({ subject }) => subject),
    [
      `Confirm your email for ${app.name}`,
      `You already have a ${app.name} account`,
      `Set a new ${app.name} password`,
      `Your ${app.name} password was changed`,
      `Your ${app.name} account was deleted`,
      `Confirm your email for ${app.name}`,
      `Confirm your email for ${app.name}`,
      `Which ${app.name} sign-up is yours?`,
    ],
  );
  for (const { html, text } of emails) {
    const inText = [...text.matchAll(/^https?:\S+$/gm)].map(([link]) => link);
    const inHtml = [...html.matchAll(/href="(http[^"]+)"/g)].map(([, link]) =>
      link?.replaceAll('&amp;', '&'),
    );
    // The first link appears twice: as a button, and as text for recipients who cannot use it.
    assert.deepEqual([...new Set(inHtml)], inText);
    const [main = ''] = inText;
    assert.equal(inHtml.filter((link) => link === main).length, 2);
    assert.ok(html.includes(`>${main.replaceAll('&', '&amp;')}</a>`));
    assert.deepEqual(missingLines(text, html), []);
    for (const link of inText) assert.ok(link.startsWith(`${PUBLIC_URL}/`));
    assert.match(html, /^<!doctype html>.*<meta name="viewport".*<\/html>$/s);
    for (const part of [html, text]) assert.ok(part.includes(app.supportEmail));
  }
});

test('an email to an unconfirmed address contains nothing entered at sign-up', async () => {
  const first_name = 'You won! Visit evil.example';
  const last_name = 'https://evil.example/prize';
  const { email } = await server.register({ first_name, last_name });
  await server.call(kit.resendConfirmation, { body: { email } });
  await server.waitForMail();
  await server.call(kit.resetPassword, { body: { email } });
  const emails = await server.emailsTo(email);
  assert.ok(emails.length >= 2);
  for (const message of emails) assert.doesNotMatch(JSON.stringify(message), /won|evil|prize/);
});

test('markup in a name is escaped in the email and on the mailbox page', async () => {
  const first_name = '<img src=x onerror=alert(1)>"\'&';
  const { email } = await server.signUpByEmail({ first_name });
  await server.call(kit.resetPassword, { body: { email } });
  const { html, text } = await server.emailTo(email);
  assert.ok(html.includes('Hello, &lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;'));
  assert.doesNotMatch(html, /<img src=x/);
  assert.ok(text.includes(first_name));
  for (const address of ['/dev/mailbox', await addressOf(email)])
    assert.doesNotMatch(await page(address), /<img src=x/);
});

test('line breaks and control characters in a name become one space', async () => {
  const { email, user } = await server.signUpByEmail({
    first_name: 'Eve\r\nBcc: all@example.com\u0007\u2028x',
  });
  assert.equal(user.first_name, 'Eve Bcc: all@example.com x');
  await server.call(kit.resetPassword, { body: { email } });
  const { subject, text } = await server.emailTo(email);
  assert.doesNotMatch(subject, /Eve|Bcc/);
  assert.ok(text.startsWith('Hello, Eve Bcc: all@example.com x\n'));
});

test('the mailbox page lists the emails and shows each apart from the styles of the page', async () => {
  const { email } = await server.register();
  const address = await addressOf(email);
  assert.ok((await page('/dev/mailbox')).includes(email));
  const shown = await page(address);
  assert.match(shown, /<template shadowrootmode="open">.*confirm#access_token=.*<\/template>/s);
  assert.doesNotMatch(shown, /<script/);
});

test('an unknown email gets a 404 page', async () => {
  for (const id of ['nothing', '%00', '%ff']) {
    const response = await fetch(`${server.url}/dev/mailbox/${id}`);
    assert.equal(response.status, 404, id);
    assert.match(await response.text(), /no such email/);
  }
});

async function page(path: string) {
  const response = await fetch(server.url + path, { headers: { Accept: 'text/html' } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  return response.text();
}

async function addressOf(email: string) {
  await server.waitForMail();
  const message = (await server.everyRow('mailbox')).findLast((row) => row.recipient === email);
  return `/dev/mailbox/${message?.id}`;
}

/** Returns the lines of the text version that the HTML lacks, except links. */
function missingLines(text: string, html: string) {
  const visible = html
    .replace(/<style>.*?<\/style>|<[^>]+>/gs, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
  const lines = text.split(/:?\n+/).filter((line) => !line.startsWith('http'));
  return lines.filter((line) => !visible.includes(line));
}
