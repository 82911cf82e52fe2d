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
 * ones. If a file exists already or does not contain what a diff changes, it throws and writes nothing. Returns the
 * files and how many lines were added.
 */
export function applyCode(folder: string, markdown: string) {
  const blocks = codeBlocks(markdown).filter(({ language }) => language !== 'sh');
  const files = new Map<string, string>();
  let lines = 0;
  for (const { file, language, content } of blocks) {
    if (!file) throw new Error(`No line names the file of this code:\n${content}`);
    const path = join(folder, file);
    const before = files.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    files.set(
      file,
      language === 'diff' ? changed(file, before, content) : created(file, before, content),
    );
    lines += linesAddedBy({ language, content });
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return { files: [...files.keys()], lines };
}

function created(file: string, before: string | undefined, content: string) {
  if (before !== undefined) throw new Error(`${file} exists already`);
  return content;
}

/** Applies a diff without line numbers. A line that starts with @@ separates two places. */
function changed(file: string, before: string | undefined, diff: string) {
  if (before === undefined) throw new Error(`${file} does not exist`);
  let text = before;
  for (const place of diff.split(/^@@.*\n/m)) {
    const [removed, added] = [without('+', place), without('-', place)];
    const found = text.split(removed).length - 1;
    if (found !== 1)
      throw new Error(`${file} contains this ${found} times instead of once:\n${removed}`);
    text = text.replace(removed, () => added);
  }
  return text;
}

function linesAddedBy({ language, content }: Pick<CodeBlock, 'language' | 'content'>) {
  if (language !== 'diff') return content.split('\n').length - 1;
  return content.split('\n').filter((line) => line.startsWith('+')).length;
}

/** Returns the lines of a diff that do not start with a sign, without their first character. */
function without(sign: '+' | '-', diff: string) {
  return diff
    .split(/(?<=\n)/)
    .filter((line) => !line.startsWith(sign))
    .map((line) => line.replace(/^[ +-]/, ''))
    .join('');
}
