import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
/** The files with the formatter's rules. */
const RULES = ['biome.json', '.gitignore'];

/**
 * Formats sources by path and sorts their imports. Works in a temporary folder, so that the product's files do not
 * change. Throws if a source cannot be parsed.
 */
export function formatSources(sources: Map<string, string>): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'kit-format-'));
  try {
    for (const file of RULES) copyFileSync(join(ROOT, file), join(folder, file));
    for (const [file, text] of sources) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    // Without the linter, which would also report problems that the product had before.
    const args = [BIOME, 'check', '--write', '--linter-enabled=false', ...sources.keys()];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The formatter failed:\n${stdout}${stderr}`);
    return new Map(
      [...sources.keys()].map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
