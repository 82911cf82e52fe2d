import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createServerCopy } from '#server/testing/server-copy.ts';

const copy = await createServerCopy();
after(copy.remove);

for (const [kind, statement, origin] of [
  ['an exception', "setTimeout(() => { throw new Error('broken') })", 'uncaughtException'],
  ['a rejection', "Promise.reject(new Error('broken'))", 'unhandledRejection'],
] as const) {
  test(`${kind} that is not caught is reported and ends the process with 1`, async () => {
    const program = `server/testing/${origin}.ts`;
    await writeFile(
      join(copy.folder, program),
      `import '#server/main.ts';
      ${statement};`,
    );
    const { code, output } = await copy.run([program], { PORT: '0' }).ended;
    assert.equal(code, 1);
    const reports = output.split('\n').filter((line) => line.startsWith('{'));
    const [report, ...others] = reports
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 50);
    assert.deepEqual(others, []);
    assert.deepEqual([report.err.message, report.origin], ['broken', origin]);
    assert.match(output, /^Error: broken\n {4}at /m);
  });
}
