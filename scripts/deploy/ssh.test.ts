import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { waitFor } from '#tests/support/wait-for.ts';
import { connect } from './ssh.ts';

/** Locks the server, and loses the connection of the lock. Everything else works. */
const SSH = '#!/bin/sh\ncase "$*" in *app-deploy.lock*) echo locked; exit 255 ;; esac\n';

test('a server that is no longer locked is not changed any more', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-'));
  const { PATH } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'ssh'), SSH, { mode: 0o755 });
  process.env.PATH = `${folder}${delimiter}${PATH}`;

  const server = connect('root@box');
  t.after(server.close);
  await server.run('prune');
  await server.lock();
  await waitFor('the loss is noticed', () =>
    server.run('prune').then(
      () => false,
      ({ message }) => /^The connection to root@box was lost for a while/.test(message),
    ),
  );
  await assert.rejects(server.runToItsEnd('switch', []), /Run the command again\.$/);
});
