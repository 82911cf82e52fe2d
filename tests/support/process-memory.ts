import { readdirSync, readFileSync } from 'node:fs';

/** Returns the resident memory of a process and all its children. Linux only. */
export function memoryMb(root: number) {
  const parents = new Map<number, number>();
  const kilobytes = new Map<number, number>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number))
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      kilobytes.set(pid, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // The process has ended.
    }
  const isOurs = (pid: number): boolean =>
    pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  let total = 0;
  for (const [pid, size] of kilobytes) if (isOurs(pid)) total += size;
  return Math.round(total / 1024);
}
