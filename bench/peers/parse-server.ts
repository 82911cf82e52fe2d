import { join } from 'node:path';
import pg from 'pg';
import { jsonRequest, LIST_ITEMS, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import { emailOf, forEachPerson, launchApp, PASSWORD, type Peer } from './peer.ts';

const VERSION = '9.10.0';
const APP = 'parse-server.mjs';
const KEYS = { APP_ID: 'bench', MASTER_KEY: 'master-key-of-the-bench' };
const APP_HEADERS = { 'X-Parse-Application-Id': KEYS.APP_ID };

const SIGNED_IN = { requiresAuthentication: true };
const SCHEMA = {
  className: 'Item',
  fields: {
    owner: { type: 'Pointer', targetClass: '_User' },
    title: { type: 'String' },
    content: { type: 'String' },
  },
  classLevelPermissions: { find: SIGNED_IN, get: SIGNED_IN, create: SIGNED_IN, update: SIGNED_IN },
};

type Person = { objectId: string; sessionToken: string };

export const parseServer: Peer = {
  name: `Parse Server ${VERSION}`,
  packages: [`parse-server@${VERSION}`, 'express@5.2.1', '@parse/fs-files-adapter@3.0.0'],

  async start({ folder, postgres, photo }) {
    const databaseUrl = await postgres.createDatabase('parse');
    const { origin, program, running, probes } = await launchApp(APP, folder, '/parse/health', {
      DATABASE_URL: databaseUrl,
      FILES: join(folder, 'files'),
      ...KEYS,
    });
    await post(origin, '/parse/schemas/Item', SCHEMA, { 'X-Parse-Master-Key': KEYS.MASTER_KEY });
    await createIndex(databaseUrl);
    const people = await forEachPerson<Person>(async (number) => {
      const email = emailOf(number);
      return post(origin, '/parse/users', { username: email, email, password: PASSWORD });
    });
    const [owner, ...writers] = people;
    for (let number = 0; number < LIST_ITEMS; number++)
      await send(origin, createItem(owner, number));
    return {
      program,
      running,
      durability: postgres.durability,
      remarks: [
        'hashes passwords with bcrypt; each item has an ACL with its owner, and an index on owner and time was added; a file has no owner: whoever knows its address reads it.',
      ],
      probes,
      requests: {
        list: [{ path: listPath(owner), headers: as(owner) }],
        create: writers.map((person) => createItem(person, 0)),
        'sign-in': people.map((_, number) =>
          jsonRequest(
            'POST',
            '/parse/login',
            { username: emailOf(number), password: PASSWORD },
            APP_HEADERS,
          ),
        ),
        photo: [await uploadPhoto(origin, owner, photo)],
      },
    };
  },
};

async function post(origin: string, path: string, body: object, headers = {}) {
  const all = { ...APP_HEADERS, ...headers };
  return (await send(origin, jsonRequest('POST', path, body, all))).json();
}

/** Parse Server creates no index for a field. */
async function createIndex(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create index on "Item" (owner, "createdAt")');
  await client.end();
}

const as = ({ sessionToken }: Person) => ({
  ...APP_HEADERS,
  'X-Parse-Session-Token': sessionToken,
});

const pointer = ({ objectId }: Person) => ({ __type: 'Pointer', className: '_User', objectId });

function listPath(owner: Person) {
  const where = JSON.stringify({ owner: pointer(owner) });
  const query = new URLSearchParams({ where, order: '-createdAt', limit: String(LIST_ITEMS) });
  return `/parse/classes/Item?${query}`;
}

function createItem(person: Person, number: number) {
  const ACL = { [person.objectId]: { read: true, write: true } };
  const item = { ...sampleItem(number), owner: pointer(person), ACL };
  return jsonRequest('POST', '/parse/classes/Item', item, as(person));
}

async function uploadPhoto(origin: string, owner: Person, photo: Uint8Array) {
  const path = '/parse/files/photo.jpg';
  const headers = { ...as(owner), 'Content-Type': 'image/jpeg' };
  const { url } = (await send(origin, { method: 'POST', path, headers, body: photo })).json();
  return { path: new URL(url).pathname, headers: as(owner) };
}
