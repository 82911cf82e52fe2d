import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A code block of a document. `file` is named at the end of the paragraph before it: "Create `server/jobs/queue.ts`:". */
export type CodeBlock = { language: string; content: string; file: string | undefined };

const BLOCK = /(?:`([\w./-]+)`:\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm;

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(BLOCK)].map(([, file, language = '', content = '']) => ({
    file,
    language,
    content,
  }));
}

/** Returns the lines of the shell blocks of a document, without comments. */
export function shellCommands(markdown: string) {
  return codeBlocks(markdown)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ content }) => content.trim().split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''));
}

/**
 * Writes the code of a document into a copy of the kit: blocks with a file name are new files, diffs change existing
 * ones. Throws if a file exists already or does not contain what a diff changes. Returns the files and how many lines
 * were added.
 */
export function applyCode(folder: string, markdown: string) {
  const blocks = codeBlocks(markdown).filter(({ language }) => language !== 'sh');
  for (const { file, content } of blocks)
    if (!file) throw new Error(`No line names the file of this code:\n${content}`);
  const applied = blocks.map(({ file = '', language, content }) => ({
    file,
    lines: language === 'diff' ? change(folder, file, content) : create(folder, file, content),
  }));
  return {
    files: [...new Set(applied.map(({ file }) => file))],
    lines: applied.reduce((sum, { lines }) => sum + lines, 0),
  };
}

function create(folder: string, file: string, content: string) {
  const path = join(folder, file);
  if (existsSync(path)) throw new Error(`${file} exists already`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return content.split('\n').length - 1;
}

/** Applies a diff without line numbers. A line that starts with @@ separates two places. */
function change(folder: string, file: string, diff: string) {
  const path = join(folder, file);
  let text = readFileSync(path, 'utf8');
  for (const place of diff.split(/^@@.*\n/m)) {
    const [before, after] = [without('+', place), without('-', place)];
    const found = text.split(before).length - 1;
    if (found !== 1)
      throw new Error(`${file} contains this ${found} times instead of once:\n${before}`);
    text = text.replace(before, () => after);
  }
  writeFileSync(path, text);
  return diff.split('\n').filter((line) => line.startsWith('+')).length;
}

/** Returns the lines of a diff that do not start with a sign, without their first character. */
function without(sign: '+' | '-', diff: string) {
  return diff
    .split(/(?<=\n)/)
    .filter((line) => !line.startsWith(sign))
    .map((line) => line.replace(/^[ +-]/, ''))
    .join('');
}
