import type { Compilable } from 'kysely';
import type { Query, StatementValue } from './database.ts';

export function compile<Row>(
  query: Query,
  build: (query: Query, value: <T = string>(name: string) => T) => Compilable<Row>,
) {
  // No value of a column is a symbol.
  const compiled = build(query, <T>(name: string) => Symbol(name) as T).compile();
  const bind = (values: Record<string, StatementValue>) =>
    compiled.parameters.map((parameter) =>
      typeof parameter === 'symbol' ? values[parameter.description ?? ''] : parameter,
    ) as StatementValue[];

  return {
    sql: compiled.sql,
    bind,

    async runIn(query: Query, values: Record<string, StatementValue>) {
      const { rows } = await query.executeQuery<Row>({ ...compiled, parameters: bind(values) });
      return rows;
    },
  };
}
