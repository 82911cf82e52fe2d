import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { applyCode, codeBlocks, shellCommands } from './markdown-code.ts';

const FENCE = '```';
const DOCUMENT = `# Title

Create \`features/tasks/contract.ts\`:

${FENCE}ts
export const tasks = 1;
${FENCE}

In \`list.ts\`:

${FENCE}diff
 first
-second
+2nd
+and more
@@ further down
 last
+end
${FENCE}

${FENCE}sh
npm test -- tasks     # runs its tests
npm start
${FENCE}
`;

test('a block belongs to the file that is named at the end of the paragraph before it', () => {
  assert.deepEqual(
    codeBlocks(DOCUMENT).map(({ file, language }) => [file, language]),
    [
      ['features/tasks/contract.ts', 'ts'],
      ['list.ts', 'diff'],
      [undefined, 'sh'],
    ],
  );
  assert.deepEqual(shellCommands(DOCUMENT), ['npm test -- tasks', 'npm start']);
});

test('new files are written, diffs change existing ones, and both are counted', (t) => {
  const folder = createFolder(t, 'first\nsecond\nthird\nlast\n');
  assert.deepEqual(applyCode(folder, DOCUMENT), {
    files: ['features/tasks/contract.ts', 'list.ts'],
    lines: 4,
  });
  assert.equal(
    readFileSync(join(folder, 'list.ts'), 'utf8'),
    'first\n2nd\nand more\nthird\nlast\nend\n',
  );
  assert.throws(() => applyCode(folder, DOCUMENT), /exists already/);
});

test('a diff whose lines do not occur exactly once and code without a file are refused, and nothing is written', (t) => {
  const folder = createFolder(t, 'first\nthird\nlast\n');
  assert.throws(() => applyCode(folder, DOCUMENT), /list\.ts contains this 0 times/);
  assert.deepEqual(readdirSync(folder), ['list.ts']);
  assert.throws(() => applyCode(folder, `${FENCE}ts\nnowhere();\n${FENCE}\n`), /No line names/);
});

function createFolder(t: { after(remove: () => void): void }, list: string) {
  const folder = mkdtempSync(join(tmpdir(), 'markdown-code-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'list.ts'), list);
  return folder;
}
