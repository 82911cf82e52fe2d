import type { Compilable } from 'kysely';
import type { Query } from './database.ts';

/** Stands in a query for a value that each execution brings. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export function compile<Row>(
  query: Query,
  build: (query: Query, value: (name: string) => string) => Compilable<Row>,
) {
  const { sql, parameters } = build(
    query,
    (name) => new Placeholder(name) as unknown as string,
  ).compile();
  return {
    sql,
    bind: (values: Record<string, string>) =>
      parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name] : parameter,
      ) as string[],
  };
}
