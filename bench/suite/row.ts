import type { Person } from '#tests/support/production-server.ts';

/** A request as the generator sends it. The path includes the query. */
export type HttpRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** The requests that a subject answers, by name. The connections of a row send those of one name in turns. */
export type Requests = Record<string, HttpRequest[]>;

export type Row = LoadRow | LiveRow;

type RowBase = {
  id: string;
  title: string;
  /** The name of the requests. A subject without them is left out. */
  requests: string;
};

/** Requests under load. */
export type LoadRow = RowBase & {
  kind: 'load';
  connections: number;
  /** Sends this many requests a second at even intervals, instead of the next one after each response. */
  perSecond?: number;
  /** The name of requests that other connections send meanwhile, as fast as they are answered. */
  beside?: string;
  /** What the rate is compared with. Nothing where a rate is given. */
  limit?: 'same bytes' | 'hash alone';
};

/**
 * One write of each person at the same time, until every event stream of all of them has its event. Other servers have no
 * such streams, and so no requests of this name.
 */
type LiveRow = RowBase & { kind: 'live'; streams: number };

/** A server of ours that is about to be measured. */
export type OwnServer = {
  url: string;
  /** Owns what is read. */
  owner: Person;
  /** Write, and have event streams open. */
  people: Person[];
};

/** What the kit or a feature contributes to the suite. */
export type RowSet = {
  rows: Row[];
  /** Creates the data that the rows need and returns the requests. */
  prepare(server: OwnServer): Promise<Requests>;
};

/** Requests and responses of everyone who uses the suite's servers through HTTP. */
export const JSON_TYPE = { 'Content-Type': 'application/json' };

export const bearer = ({ token }: Pick<Person, 'token'>) => ({ Authorization: `Bearer ${token}` });

/** How many items a list has, and what is in each. */
export const LIST_ITEMS = 20;
export const sampleItem = (number: number) => ({
  title: `Item ${number}`,
  content: 'Some words that fill the item. '.repeat(5),
});
