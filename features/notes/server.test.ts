import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '#server/http/openapi.ts';
import { testItemStore } from '#server/testing/test-item-store.ts';
import { notes } from './contract.ts';
import { notesServer } from './server.ts';

await testItemStore(notesServer, notes);

test('every endpoint of notes in the specification is described, with its own error statuses', () => {
  const { paths } = openApiDocument('1.0.0', [notesServer]);
  const specified = {
    '/api/notes': { get: ['200'], post: ['201', '403'] },
    '/api/notes/{id}': { put: ['200', '404', '409'], delete: ['200', '404'] },
  };
  for (const [path, methods] of Object.entries(specified))
    for (const [method, statuses] of Object.entries(methods)) {
      const described = Object.keys(paths[path]?.[method]?.responses ?? {});
      for (const status of statuses)
        assert.ok(described.includes(status), `${method} ${path} ${status}`);
    }
});
