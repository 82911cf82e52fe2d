import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bearer, jsonRequest, LIST_ITEMS, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import { emailOf, forEachPerson, launchApp, PASSWORD, type Peer } from './peer.ts';

const VERSION = '1.7.7';
const APP = 'better-auth.mjs';
const SYNCHRONOUS_FULL = 2;

type Person = { token: string };

export const betterAuth: Peer = {
  name: `Better Auth ${VERSION} on Hono`,
  packages: [`better-auth@${VERSION}`, 'hono@4.13.17', '@hono/node-server@2.1.6'],

  async start({ folder, photo }) {
    const data = join(folder, 'data');
    mkdirSync(data);
    const { origin, program, running, probes } = await launchApp(APP, folder, '/ready', {
      DATA: data,
      BETTER_AUTH_SECRET: randomBytes(32).toString('hex'),
    });
    const { journal_mode, synchronous } = (
      await send(origin, { path: program.readyPath, headers: {} })
    ).json();
    const people = await forEachPerson<Person>((number) => signUp(origin, number));
    const [owner, ...writers] = people;
    for (let number = 0; number < LIST_ITEMS; number++)
      await send(origin, createItem(owner, number));
    const headers = bearer(owner);
    await send(origin, { method: 'PUT', path: '/api/photo', headers, body: photo });
    const when = synchronous === SYNCHRONOUS_FULL ? 'after' : 'before';
    return {
      program,
      running,
      durability: `${when} the disk has it (${journal_mode.toUpperCase()}, synchronous=${synchronous === SYNCHRONOUS_FULL ? 'FULL' : synchronous}, chosen by us)`,
      remarks: [
        'hashes passwords with scrypt; only the account is Better Auth: the table of items, its owner rule and the photo are a few lines of this bench (bench/peers/apps/better-auth.mjs), without validation, numbered changes, quotas or logs.',
      ],
      probes,
      requests: {
        list: [{ path: '/api/items', headers }],
        create: writers.map((person) => createItem(person, 0)),
        'sign-in': people.map((_, number) =>
          jsonRequest('POST', '/api/auth/sign-in/email', {
            email: emailOf(number),
            password: PASSWORD,
          }),
        ),
        photo: [{ path: '/api/photo', headers }],
      },
    };
  },
};

async function signUp(origin: string, number: number): Promise<Person> {
  const account = { email: emailOf(number), password: PASSWORD, name: 'Ada Byron' };
  const response = await send(origin, jsonRequest('POST', '/api/auth/sign-up/email', account));
  return { token: response.json().token };
}

const createItem = (person: Person, number: number) =>
  jsonRequest('POST', '/api/items', sampleItem(number), bearer(person));
