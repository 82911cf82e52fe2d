import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tasks = new Set<() => void>();
process.once('exit', () => {
  for (const task of tasks) task();
});

/** Runs a task when this process exits or is interrupted, unless the returned function cancels it. */
export function runAtExit(task: () => void) {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Creates a folder that is removed when this process exits, if not before. */
export function createTemporaryFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  runAtExit(remove);
  return { folder, remove };
}
