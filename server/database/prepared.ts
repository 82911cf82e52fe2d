import type { Compilable } from 'kysely';
import type { Query } from './database.ts';

/** A parameter of a prepared query. */
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
