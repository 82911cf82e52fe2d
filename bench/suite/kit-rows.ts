import { asForm } from '#server/testing/pictures.ts';
import { addressOf } from '#tests/support/production-server.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import { bearer, jsonRequest, type OwnServer, type RowSet } from './row.ts';
import { samplePhoto } from './sample-photo.ts';
import { send } from './send.ts';

/** So many that no address reaches the limit of attempts. */
const ADDRESSES = 1000;

/** What the kit serves without features. */
export const kitRows: RowSet = {
  rows: [
    { title: 'photo, 72 KB', requests: 'photo' },
    { title: 'photo, 320 px wide', requests: 'photo-320' },
    { title: 'photo that the client has (304)', requests: 'photo-304' },
    { title: 'sign-in', requests: 'sign-in', isHash: true },
    { title: 'home page (br)', requests: 'home' },
  ],

  async prepare(server) {
    const photo = await uploadPhoto(server);
    const whole = { path: `/api/file/files/${photo}`, headers: bearer(server.owner) };
    const { headers } = await send(server.url, whole);
    return {
      photo: [whole],
      'photo-320': [{ ...whole, path: `${whole.path}?w=320` }],
      'photo-304': [
        { ...whole, headers: { ...whole.headers, 'If-None-Match': `${headers.etag}` } },
      ],
      'sign-in': Array.from({ length: ADDRESSES }, (_, number) => signIn(server, number)),
      home: [{ path: '/', headers: { 'Accept-Encoding': 'br' } }],
    };
  },
};

async function uploadPhoto({ url, owner }: OwnServer) {
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: bearer(owner),
    body: asForm(await samplePhoto()),
  });
  if (!response.ok) throw new Error(`The photo got ${response.status}.`);
  return ((await response.json()) as { filePath: string }).filePath;
}

function signIn({ people }: OwnServer, number: number) {
  const { email } = people[number % people.length] as { email: string };
  const body = { email, password: TEST_PASSWORD };
  return jsonRequest('POST', '/api/auth/login', body, { 'X-Forwarded-For': addressOf(number) });
}
