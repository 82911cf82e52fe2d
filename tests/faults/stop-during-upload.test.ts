import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import sharp from 'sharp';
import { databaseFile } from '#server/database/database-file.ts';
import { asUpload } from '#server/testing/pictures.ts';
import { countOutcome, describeOutcomes, type Outcomes } from '#tests/support/outcomes.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { signIn } from './accounts.ts';
import { checkSqlite } from './integrity.ts';
import { isPicture } from './is-picture.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';

/** The share of its body that each upload has sent when the stop begins. */
const SENT_BEFORE_STOP = [0.1, 0.9, 1, 1];
const ROUNDS = 3;
const PHOTO = { width: 1600, height: 1200, channels: 3 } as const;

test('stopping during an upload ends with a complete photo or an error, and leaves no partial file or row without a file', async (t) => {
  const body = JSON.stringify(asUpload(await largePhoto()));
  const server = await startRestartableServer(t);
  const token = await signIn(server.url);
  const outcomes: Outcomes = new Map();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const uploads = await Promise.all(
      SENT_BEFORE_STOP.map((share) => beginUpload(server.url, token, body, share)),
    );
    const stopped = server.stop();
    // In one round, a client never sends the rest of its body.
    const results = await Promise.all(
      uploads.map((upload, index) => upload.finish({ stalls: round === 0 && index === 0 })),
    );
    for (const { outcome, filePath } of results) {
      countOutcome(outcomes, outcome);
      if (filePath) acknowledged.push(filePath);
    }
    await stopped;
    await server.start();
  }
  const missing: string[] = [];
  for (const path of acknowledged)
    if (!(await isComplete(server.url, token, path))) missing.push(path);
  const { rows, files } = await waitFor('removed photos are swept', () => stored(server.dataDir));
  report(t, {
    fault: `stop (SIGTERM) during uploads, ${ROUNDS} times`,
    engine: 'SQLite',
    integrity: checkSqlite(server.dataDir),
    acknowledged: acknowledged.length,
    missing: missing.length,
    responses: describeOutcomes(outcomes),
  });
  assert.deepEqual(files, rows, 'each file has a row and each row a file');
  await server.stop();
});

/** Creates a photo that takes some time to send and to decode. */
function largePhoto() {
  const pixels = randomBytes(PHOTO.width * PHOTO.height * PHOTO.channels);
  return sharp(pixels, { raw: PHOTO }).jpeg().toBuffer();
}

/** Sends the first part of an upload. `finish` sends the rest and returns the response. */
async function beginUpload(url: string, token: string, body: string, share: number) {
  const upload = request(`${url}/api/upload`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Authorization: `Bearer ${token}`,
    },
  });
  const responded = once(upload, 'response').then(
    async ([response]) => {
      const { filePath } = (await json(response)) as { filePath?: string };
      return { outcome: response.statusCode as number, filePath };
    },
    () => ({ outcome: 'no response', filePath: undefined }),
  );
  const sent = Math.floor(body.length * share);
  await new Promise((resolve) => upload.write(body.slice(0, sent), resolve));
  return {
    finish({ stalls }: { stalls: boolean }) {
      if (!stalls) upload.end(body.slice(sent));
      return responded;
    },
  };
}

async function isComplete(url: string, token: string, path: string) {
  const response = await fetch(`${url}/api/file/files/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return isPicture(await response.bytes(), PHOTO);
}

/** Returns the paths in the database and the files in the folder, or false while removed photos are not yet swept. */
function stored(dataDir: string) {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  try {
    const rows = database.prepare('select path, removed_at from files').all();
    if (rows.some(({ removed_at }) => removed_at)) return false;
    const files = readdirSync(join(dataDir, 'files'));
    return { rows: rows.map(({ path }) => String(path)).sort(), files: files.sort() };
  } finally {
    database.close();
  }
}
