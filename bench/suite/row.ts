import type { Person } from '#tests/support/production-server.ts';

/** A request as the generator sends it. The path includes the query. */
export type HttpRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | undefined;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** The requests that a subject answers, by name. The connections of a row send the requests of one name in turn. */
export type Requests = Record<string, HttpRequest[]>;

export type Row = LoadRow | LiveRow;

type RowBase = {
  title: string;
  /** The name of the requests. Subjects without such requests are left out. */
  requests: string;
};

/** Requests as load. */
export type LoadRow = RowBase & {
  /** 32 unless the row says something else. */
  connections?: number;
  /** Sends this many requests a second at even intervals, instead of the next one after each response. */
  perSecond?: number;
  /** The name of requests that other connections send concurrently, as fast as they are answered. */
  beside?: string;
  /** Whether the limit is the rate of hashing passwords, and not of sending the same bytes. */
  isHash?: true;
};

/**
 * One write of each person at the same time, until every event stream of all of them has its event. Other servers have no
 * such streams, and so no requests of this name.
 */
type LiveRow = RowBase & { streams: number };

/** One of our servers, ready to be measured. */
export type OwnServer = {
  url: string;
  /** The user whose data is read. */
  owner: Person;
  /** The users who write and have event streams open. */
  people: Person[];
};

/** What the kit or a feature contributes to the suite. */
export type RowSet = {
  rows: Row[];
  /** Creates the data for the rows and returns the requests. */
  prepare(server: OwnServer): Promise<Requests>;
};

/** Returns a request with a JSON body. */
export const jsonRequest = (
  method: HttpRequest['method'],
  path: string,
  body: object,
  headers = {},
): HttpRequest => ({
  method,
  path,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const bearer = ({ token }: Pick<Person, 'token'>) => ({ Authorization: `Bearer ${token}` });

/** The number of items in a list, and their content. */
export const LIST_ITEMS = 20;
export const sampleItem = (number: number) => ({
  title: `Item ${number}`,
  content: 'Some words that fill the item. '.repeat(5),
});
