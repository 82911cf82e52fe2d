import { bearer, type HttpRequest, JSON_TYPE, sampleItem } from '#bench/suite/row.ts';
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
      Array.from({ length: ADDRESSES }, (_, number) => ({
        method: 'POST',
        path: '/api/auth/login',
        headers: { ...JSON_TYPE, 'X-Forwarded-For': addressOf(number) },
        body: JSON.stringify({
          email: people[number % people.length]?.email,
          password: TEST_PASSWORD,
        }),
      })),
  },
  {
    name: 'save a note',
    isFlat: true,
    requests: (people) =>
      people.map((person) => ({
        method: 'PUT',
        path: `/api/notes/${person.noteId}`,
        headers: { ...bearer(person), ...JSON_TYPE },
        body: JSON.stringify(sampleItem(1)),
      })),
  },
  {
    name: 'create a note',
    isFlat: true,
    requests: (people) =>
      people.map((person) => ({
        method: 'POST',
        path: '/api/notes',
        headers: { ...bearer(person), ...JSON_TYPE },
        body: JSON.stringify(sampleItem(2)),
      })),
  },
];
