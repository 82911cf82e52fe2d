import pg from 'pg';
import type { Config } from '#server/config.ts';
import { LISTEN } from '#server/sync/postgres-notifications.ts';

/** Lists the addresses of other machines with servers that use the PostgreSQL database now. */
export async function otherServers({ databaseUrl, databaseDirectUrl }: Config): Promise<string[]> {
  const url = databaseDirectUrl ?? databaseUrl;
  if (!url) return [];
  const client = new pg.Client(url);
  // Reported by the statement, too.
  client.on('error', () => {});
  await client.connect();
  try {
    // Each server listens for changes on a connection of its own.
    const { rows } = await client.query(
      `select distinct host(client_addr) as address from pg_stat_activity
        where datname = current_database() and query = $1
          and client_addr is not null and client_addr is distinct from inet_client_addr()`,
      [LISTEN],
    );
    return rows.map(({ address }) => address);
  } finally {
    await client.end();
  }
}
