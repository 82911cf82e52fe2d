import type { Box } from './box.ts';

/** Creates users with a session on a box, without emails. Returns their tokens. Works on both engines. */
export async function createSessions(box: Box, count: number) {
  const program = `
    import { createHash, randomBytes, randomUUID } from 'node:crypto';
    import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync('/var/lib/app/app.db');
    const now = new Date().toISOString();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    for (let index = 0; index < ${count}; index++) {
      const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
      const hash = createHash('sha256').update(token).digest('base64url');
      database
        .prepare('insert into users (id, email, password_hash, first_name, last_name, user_type, confirmed_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)')
        .run(id, id + '@example.com', '-', 'Ada', 'Byron', 'user', now, now);
      database
        .prepare('insert into sessions (token_hash, user_id, created_at, expires_at) values (?, ?, ?, ?)')
        .run(hash, id, now, later);
      console.log(token);
    }`;
  const encoded = Buffer.from(program).toString('base64');
  const printed = await box.run(
    `cd /opt/app/current && echo ${encoded} | base64 -d | runuser -u app -- node_modules/.bin/node --input-type=module`,
  );
  return printed.trim().split('\n');
}
