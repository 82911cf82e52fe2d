// usage: node better-auth.mjs, in a folder with better-auth, hono and @hono/node-server. Settings in the environment.
// Better Auth on Hono with SQLite, and as little as possible around it: items and a photo that only their owner reads.
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { bearer } from 'better-auth/plugins';
import { Hono } from 'hono';

const { PORT, DATA, BETTER_AUTH_SECRET } = process.env;
const database = new DatabaseSync(join(DATA, 'app.db'));
database.exec(`
  pragma journal_mode = wal; pragma synchronous = full;
  create table if not exists items (id text primary key, owner text not null, title text not null,
    content text not null, created text not null) strict;
  create index if not exists items_by_owner on items (owner, created);
`);
const auth = betterAuth({
  database,
  secret: BETTER_AUTH_SECRET,
  baseURL: `http://127.0.0.1:${PORT}`,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [bearer()],
});
await (await getMigrations(auth.options)).runMigrations();

const list = database.prepare(
  'select id, title, content, created from items where owner = ? order by created desc limit 20',
);
const insert = database.prepare(
  'insert into items (id, owner, title, content, created) values (?, ?, ?, ?, ?)',
);
const photoOf = (owner) => join(DATA, `${owner}.jpg`);

const app = new Hono();
app.get('/ready', (c) => {
  const { journal_mode } = database.prepare('pragma journal_mode').get();
  const { synchronous } = database.prepare('pragma synchronous').get();
  return c.json({ journal_mode, synchronous });
});
app.on(['GET', 'POST'], '/api/auth/*', (c) => auth.handler(c.req.raw));
app.use('/api/*', async (c, next) => {
  const session = await auth.api.getSession({ headers: c.req.raw.headers });
  if (!session) return c.json({ error: 'not signed in' }, 401);
  c.set('owner', session.user.id);
  return next();
});
app.get('/api/items', (c) => c.json({ items: list.all(c.get('owner')) }));
app.post('/api/items', async (c) => {
  const { title, content } = await c.req.json();
  const item = { id: randomUUID(), title, content, created: new Date().toISOString() };
  insert.run(item.id, c.get('owner'), title, content, item.created);
  return c.json({ item }, 201);
});
app.put('/api/photo', async (c) => {
  await writeFile(photoOf(c.get('owner')), Buffer.from(await c.req.arrayBuffer()));
  return c.json({});
});
app.get('/api/photo', async (c) =>
  c.body(await readFile(photoOf(c.get('owner'))), 200, { 'Content-Type': 'image/jpeg' }),
);
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
