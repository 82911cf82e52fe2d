import { bearer, type HttpRequest, jsonRequest, sampleItem } from '#bench/suite/row.ts';
import { addressOf } from '#tests/support/production-server.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import type { Person } from './fill.ts';

export const PAGE_LIMIT = 50;
/** So many that no address reaches the sign-in limit. */
const ADDRESSES = 1000;

/** A call whose cost is measured. Calls that change nothing are measured first. */
export type Call = {
  name: string;
  /** Whether the cost should be independent of the amount of data. */
  isFlat: boolean;
  requests(people: Person[]): HttpRequest[];
};

export const CALLS: Call[] = [
  {
    name: 'changes since the last',
    isFlat: true,
    requests: (people) =>
      people.map((person) => ({
        path: `/api/changes?since=${person.seq}`,
        headers: bearer(person),
      })),
  },
  {
    name: 'one page of the list',
    isFlat: true,
    requests: (people) =>
      people.map((person) => ({
        path: `/api/notes?limit=${PAGE_LIMIT}`,
        headers: bearer(person),
      })),
  },
  {
    name: 'the whole list',
    isFlat: false,
    requests: (people) => people.map((person) => ({ path: '/api/notes', headers: bearer(person) })),
  },
  {
    name: 'sign-in',
    isFlat: true,
    requests: (people) =>
      Array.from({ length: ADDRESSES }, (_, number) => {
        const { email } = people[number % people.length] as Person;
        const body = { email, password: TEST_PASSWORD };
        const headers = { 'X-Forwarded-For': addressOf(number) };
        return jsonRequest('POST', '/api/auth/login', body, headers);
      }),
  },
  {
    name: 'save a note',
    isFlat: true,
    requests: (people) =>
      people.map((person) =>
        jsonRequest('PUT', `/api/notes/${person.noteId}`, sampleItem(1), bearer(person)),
      ),
  },
  {
    name: 'create a note',
    isFlat: true,
    requests: (people) =>
      people.map((person) => jsonRequest('POST', '/api/notes', sampleItem(2), bearer(person))),
  },
];
