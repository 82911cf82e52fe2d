import { bearer, jsonRequest, LIST_ITEMS, type RowSet, sampleItem } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import type { Person } from '#tests/support/production-server.ts';

const CHANGES = 10;

/** The measurements of notes in the suite. */
export const rowSet: RowSet = {
  rows: [
    { title: `list of ${LIST_ITEMS} own notes`, requests: 'list' },
    { title: `${CHANGES} changes since a number`, requests: 'changes' },
    { title: 'create a note, 1 writer', requests: 'create', connections: 1 },
    { title: 'create a note, 32 writers', requests: 'create' },
    {
      title: 'list, 100 a second, beside sign-ins',
      requests: 'list',
      perSecond: 100,
      beside: 'sign-in',
    },
    { title: 'event to 1,000 streams', requests: 'live', streams: 1000 },
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

const create = (person: Person, number: number) =>
  jsonRequest('POST', '/api/notes', sampleItem(number), bearer(person));
