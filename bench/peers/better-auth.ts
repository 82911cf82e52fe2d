import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, withProbes } from '#bench/suite/launch.ts';
import { bearer, type HttpRequest, JSON_TYPE, LIST_ITEMS, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import { freePort } from '#tests/support/free-port.ts';
import { emailOf, forEachPerson, PASSWORD, type Peer } from './peer.ts';

const VERSION = '1.7.7';
const APP = 'better-auth.mjs';
const SYNCHRONOUS_FULL = 2;

type Person = { token: string };

export const betterAuth: Peer = {
  name: `Better Auth ${VERSION} on Hono`,
  packages: [`better-auth@${VERSION}`, 'hono@4.13.17', '@hono/node-server@2.1.6'],

  async start({ folder, photo }) {
    copyFileSync(join(import.meta.dirname, 'apps', APP), join(folder, APP));
    const data = join(folder, 'data');
    mkdirSync(data);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { program, probes } = withProbes({
      args: [APP],
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATA: data,
        BETTER_AUTH_SECRET: randomBytes(32).toString('hex'),
      },
      origin,
      readyPath: '/ready',
    });
    const running = await launch(program);
    const { journal_mode, synchronous } = (
      await send(origin, { path: program.readyPath, headers: {} })
    ).json();
    const people = await forEachPerson<Person>((number) => signUp(origin, number));
    const [owner, ...writers] = people;
    for (let number = 0; number < LIST_ITEMS; number++)
      await send(origin, createItem(owner, number));
    await uploadPhoto(origin, owner, photo);
    const headers = bearer(owner);
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
        'sign-in': people.map((_, number) => ({
          method: 'POST' as const,
          path: '/api/auth/sign-in/email',
          headers: JSON_TYPE,
          body: JSON.stringify({ email: emailOf(number), password: PASSWORD }),
        })),
        photo: [{ path: '/api/photo', headers }],
      },
    };
  },
};

async function signUp(origin: string, number: number): Promise<Person> {
  const response = await send(origin, {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    headers: JSON_TYPE,
    body: JSON.stringify({ email: emailOf(number), password: PASSWORD, name: 'Ada Byron' }),
  });
  return { token: response.json().token };
}

const createItem = (person: Person, number: number): HttpRequest => ({
  method: 'POST',
  path: '/api/items',
  headers: { ...bearer(person), ...JSON_TYPE },
  body: JSON.stringify(sampleItem(number)),
});

async function uploadPhoto(origin: string, owner: Person, photo: Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${origin}/api/photo`, {
    method: 'PUT',
    headers: bearer(owner),
    body: photo,
  });
  if (!response.ok) throw new Error(`The photo got ${response.status}: ${await response.text()}`);
}
