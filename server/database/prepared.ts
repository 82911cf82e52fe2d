import type { Compilable } from 'kysely';
import type { Query, StatementValue } from './database.ts';

/** A parameter of a prepared statement. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export function compile<Row>(
  query: Query,
  build: (query: Query, value: <T = string>(name: string) => T) => Compilable<Row>,
) {
  const compiled = build(query, <T>(name: string) => new Placeholder(name) as T).compile();
  const bind = (values: Record<string, StatementValue>) =>
    compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    ) as StatementValue[];

  return {
    sql: compiled.sql,
    bind,

    async runIn(query: Query, values: Record<string, StatementValue>) {
      const { rows } = await query.executeQuery<Row>({
        ...compiled,
        parameters: bind(values),
      });
      return rows;
    },
  };
}
