import { bearer, JSON_TYPE, LIST_ITEMS, type RowSet, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import type { Person } from '#tests/support/production-server.ts';

const CHANGES = 10;
const CONNECTIONS = 32;

/** The measurements of notes in the suite. */
export const rowSet: RowSet = {
  rows: [
    {
      kind: 'load',
      id: 'list',
      title: `list of ${LIST_ITEMS} own notes`,
      requests: 'list',
      connections: CONNECTIONS,
      limit: 'same bytes',
    },
    {
      kind: 'load',
      id: 'changes',
      title: `${CHANGES} changes since a number`,
      requests: 'changes',
      connections: CONNECTIONS,
      limit: 'same bytes',
    },
    {
      kind: 'load',
      id: 'create-1',
      title: 'create a note, 1 writer',
      requests: 'create',
      connections: 1,
      limit: 'same bytes',
    },
    {
      kind: 'load',
      id: 'create-32',
      title: 'create a note, 32 writers',
      requests: 'create',
      connections: CONNECTIONS,
      limit: 'same bytes',
    },
    {
      kind: 'load',
      id: 'list-beside-sign-in',
      title: 'list, 100 a second, beside sign-ins',
      requests: 'list',
      connections: CONNECTIONS,
      perSecond: 100,
      beside: 'sign-in',
    },
    {
      kind: 'live',
      id: 'live',
      title: 'event to 1,000 streams',
      requests: 'live',
      streams: 1000,
    },
  ],

  async prepare({ url, owner, people }) {
    let seq = 0;
    for (let number = 0; number < LIST_ITEMS; number++)
      seq = (await send(url, create(owner, number))).json().seq;
    const headers = bearer(owner);
    const creates = people.map((person) => create(person, 0));
    return {
      list: [{ path: '/api/notes', headers }],
      changes: [{ path: `/api/changes?since=${seq - CHANGES}`, headers }],
      create: creates,
      live: creates,
    };
  },
};

function create(person: Person, number: number) {
  return {
    method: 'POST' as const,
    path: '/api/notes',
    headers: { ...bearer(person), ...JSON_TYPE },
    body: JSON.stringify(sampleItem(number)),
  };
}
