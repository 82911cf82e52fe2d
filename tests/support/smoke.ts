import assert from 'node:assert/strict';
import sharp from 'sharp';
import { emailTo } from './mailbox.ts';
import { newEmail, TEST_PASSWORD } from './test-people.ts';

// Smoke tests of a running demo server. Untyped, because the server runs another copy of the kit.

// biome-ignore lint/suspicious/noExplicitAny: the contract comes from another copy of the kit
type Json = any;

/** Registers, confirms the email and signs in. Returns functions that make requests with the session. */
export async function signUp(url: string) {
  const email = newEmail();
  const password = TEST_PASSWORD;
  const names = { first_name: 'Ada', last_name: 'Byron' };
  await call('POST', '/api/auth/register', { email, password, ...names });
  const { link } = await emailTo(url, email, /confirm/i);
  const access_token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  await call('POST', '/api/auth/confirm', { access_token, type: 'signup' });
  const { token } = await call('POST', '/api/auth/login', { email, password });
  const headers = { Authorization: `Bearer ${token}` };
  return {
    email,
    call: (method: string, path: string, body?: object) => call(method, path, body, headers),

    /** Uploads a small photo. Returns its path. */
    async upload(): Promise<string> {
      const form = new FormData();
      form.set('file', new Blob([await photo()], { type: 'image/jpeg' }), 'photo.jpg');
      const response = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form });
      assert.ok(response.ok, `the upload returned ${response.status}`);
      return ((await response.json()) as Json).filePath;
    },

    async photoStatus(path: string) {
      const response = await fetch(`${url}/api/file/files/${path}`, { headers });
      await response.arrayBuffer();
      return response.status;
    },
  };

  async function call(method: string, path: string, body?: object, headers = {}): Promise<Json> {
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path} returned ${response.status}`);
    return response.json();
  }
}

export async function statusOf({ url }: { url: string }, path: string) {
  const response = await fetch(url + path);
  await response.arrayBuffer();
  return response.status;
}

function photo() {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#4f7cff' };
  return sharp({ create }).jpeg().toBuffer();
}
