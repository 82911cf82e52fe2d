/**
 * Returns why tests that mount file systems cannot run here, or false when they can:
 * `test('…', { skip: cannotMount() }, …)`. The test runner prints the reason.
 */
export function cannotMount() {
  if (process.platform !== 'linux') return 'mounts file systems, which needs Linux';
  if (process.getuid?.() !== 0) return 'mounts file systems, which needs root';
  return false;
}
