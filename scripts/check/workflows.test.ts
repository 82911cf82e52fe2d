import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

test('workflows pin actions to a commit hash, with the version in a comment', () => {
  for (const { file, text } of workflows)
    for (const [, action = ''] of text.matchAll(/^\s*(?:- )?uses: (.+)$/gm))
      assert.match(action, /^\.\/|^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
});

test('workflows may only read, unless a job declares what it writes, and every job has a time limit', () => {
  for (const { file, text } of workflows) {
    assert.match(text, /^permissions:\n {2}contents: read\n\n/m, file);
    const [, jobs = ''] = text.split(/^jobs:\n/m);
    for (const job of jobs.split(/^(?= {2}\w+:$)/m))
      assert.match(
        job,
        /^ {4}(timeout-minutes: \d+|uses: \.\/.+)$/m,
        `${file}: ${job.split('\n')[0]}`,
      );
  }
});

test('no workflow inserts text from strangers into a command', () => {
  for (const { file, text } of workflows)
    assert.doesNotMatch(text, /run: .*\$\{\{ *github\.event/, file);
});

test('an image is published for all platforms only after it ran on each of them', () => {
  const { text = '' } = workflows.find(({ file }) => file.endsWith('/release.yml')) ?? {};
  const [, image = '', manifest = ''] = text.split(/^ {2}(?=image:|manifest:|release:)/m);
  assert.deepEqual(
    [...image.matchAll(/^ +runner: (.+)$/gm)].map(([, runner]) => runner),
    ['ubuntu-latest', 'ubuntu-24.04-arm'],
  );
  assert.match(image, /docker run [\s\S]+State\.Health\.Status[\s\S]+docker push /);
  assert.match(manifest, /^ {4}needs: image$[\s\S]+imagetools create .+ "\$AMD64" "\$ARM64"$/m);
});

test('release notes are the changelog section of the version, and a tag of another version is rejected', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { stdout } = await notesOf(`v${version}`);
  assert.match(stdout, /^### Added$/m);
  assert.doesNotMatch(stdout, /^## /m);
  await assert.rejects(notesOf('v999.0.0'), { stderr: /package\.json says/ });
});

function notesOf(tag: string) {
  const script = ['scripts/product/release-notes.ts', tag];
  return promisify(execFile)(process.execPath, script, { cwd: root });
}
