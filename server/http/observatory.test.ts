import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { gradeUrl } from '#tests/support/observatory.ts';

const server = await startTestServer({ env: { PUBLIC_URL: 'https://localhost' } });
after(server.stop);

test('pages and responses of the API get A+ and lose no points by the rules of MDN HTTP Observatory', async () => {
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const { url: photo } = await ada.call(kit.signFile, { params: { path: filePath } });
  const paths = ['/', '/login', '/nothing', '/api/health', '/api/auth/me', '/api/nothing', photo];
  for (const path of [...paths, '/api/../x', '/api/openapi.json']) {
    const { score, grade, findings } = await gradeUrl(`${server.url}${path}`);
    const lost = findings.filter(({ points }) => points < 0);
    assert.deepEqual([grade, lost], ['A+', []], `${path} has ${score} points`);
  }
});
