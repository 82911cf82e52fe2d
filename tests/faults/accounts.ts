import { demoAccounts } from '#server/demo/content.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';

/** Signs in to a demo server. Returns the token of the session. */
export async function signIn(url: string) {
  const response = await post(`${url}/api/auth/login`, demoAccounts[0]);
  return ((await response.json()) as { token: string }).token;
}

/** Signs up with an address, which queues an email to it. Returns the status. */
export async function register(url: string, email: string) {
  const person = { email, password: TEST_PASSWORD, first_name: 'Ada', last_name: 'Lovelace' };
  const response = await post(`${url}/api/auth/register`, person);
  await response.text();
  return response.status;
}

function post(url: string, body: unknown) {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
