import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { launch, withProbes } from '#bench/suite/launch.ts';
import { type HttpRequest, JSON_TYPE, LIST_ITEMS, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import { freePort } from '#tests/support/free-port.ts';
import { emailOf, forEachPerson, PASSWORD, type Peer } from './peer.ts';

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
    copyFileSync(join(import.meta.dirname, 'apps', APP), join(folder, APP));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { program, probes } = withProbes({
      args: [APP],
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        FILES: join(folder, 'files'),
        ...KEYS,
      },
      origin,
      readyPath: '/parse/health',
    });
    const running = await launch(program);
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
        'sign-in': people.map((_, number) => ({
          method: 'POST' as const,
          path: '/parse/login',
          headers: { ...APP_HEADERS, ...JSON_TYPE },
          body: JSON.stringify({ username: emailOf(number), password: PASSWORD }),
        })),
        photo: [await uploadPhoto(origin, owner, photo)],
      },
    };
  },
};

async function post(origin: string, path: string, body: object, headers = {}) {
  const all = { ...APP_HEADERS, ...JSON_TYPE, ...headers };
  const response = await send(origin, {
    method: 'POST',
    path,
    headers: all,
    body: JSON.stringify(body),
  });
  return response.json();
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

const createItem = (person: Person, number: number): HttpRequest => ({
  method: 'POST',
  path: '/parse/classes/Item',
  headers: { ...as(person), ...JSON_TYPE },
  body: JSON.stringify({
    ...sampleItem(number),
    owner: pointer(person),
    ACL: { [person.objectId]: { read: true, write: true } },
  }),
});

async function uploadPhoto(origin: string, owner: Person, photo: Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${origin}/parse/files/photo.jpg`, {
    method: 'POST',
    headers: { ...as(owner), 'Content-Type': 'image/jpeg' },
    body: photo,
  });
  if (!response.ok) throw new Error(`The photo got ${response.status}: ${await response.text()}`);
  const { url } = (await response.json()) as { url: string };
  return { path: new URL(url).pathname, headers: as(owner) };
}
