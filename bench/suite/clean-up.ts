import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tasks = new Set<() => void>();
process.once('exit', () => {
  for (const task of tasks) task();
});

/** Runs a task at the exit of this process, also when it is interrupted, unless the returned function cancels that. */
export function runAtExit(task: () => void) {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Creates a folder, which is removed at the latest at the exit of this process. */
export function createTemporaryFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  runAtExit(remove);
  return { folder, remove };
}
