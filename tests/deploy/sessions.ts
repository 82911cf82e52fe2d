import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Box } from './box.ts';

const DAY_MS = 86_400_000;

/** Creates users with a session on a box, without emails. Returns their tokens. */
export async function createSessions(box: Box, count: number) {
  const now = new Date().toISOString();
  const later = new Date(Date.now() + DAY_MS).toISOString();
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const statements = tokens.map((token) => {
    const id = randomUUID();
    const hash = createHash('sha256').update(token).digest('base64url');
    return `
      insert into users (id, email, password_hash, first_name, last_name, user_type, confirmed_at, created_at)
      values ('${id}', '${id}@example.com', '-', 'Ada', 'Byron', 'user', '${now}', '${now}');
      insert into sessions (token_hash, user_id, created_at, expires_at)
      values ('${hash}', '${id}', '${now}', '${later}');`;
  });
  await runSql(box, statements.join('\n'));
  return tokens;
}

/** Runs statements in the database of the box, whichever it is. */
async function runSql(box: Box, statements: string) {
  const sqlite = `
    import { DatabaseSync } from 'node:sqlite';
    import { text } from 'node:stream/consumers';
    new DatabaseSync('/var/lib/app/app.db').exec(await text(process.stdin));`;
  await box.run(`
    set -e
    echo ${encoded(statements)} | base64 -d > /tmp/statements
    if [ ! -e /var/lib/app/app.db ]; then
      cd / && runuser -u postgres -- psql --quiet --set ON_ERROR_STOP=1 --dbname app < /tmp/statements
    else
      cd /opt/app/current
      echo ${encoded(sqlite)} | base64 -d > /tmp/run.mjs
      runuser -u app -- node_modules/.bin/node /tmp/run.mjs < /tmp/statements
    fi`);
}

const encoded = (text: string) => Buffer.from(text).toString('base64');
