import { existsSync, globSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';

/** The scripts of a page: the ones that it loads at once, and the ones that follow at the first interaction. */
export type PageScripts = { path: string; atOnce: string[]; onInteraction: string[] };

/** In the output folder. Dot files are not served. */
export const SIZES_FILE = '.sizes.txt';

type Chunk = { file: string; size: number; groups: { name: string; size: number }[] };

const ROOT = resolve('.');
/** Code that the bundler adds. */
const BUNDLER = 'bundler';
/** For the shares of a chunk, which hardly depend on the quality: the best takes many times as long. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Writes a table that explains each kilobyte of script: every chunk with its modules, and the pages that load it. Reads
 * the compressed chunks and the source maps of the build, and deletes the maps.
 */
export async function writeSizes(dist: string, pages: PageScripts[]) {
  const files = new Set(pages.flatMap(filesOf));
  const chunks = await Promise.all([...files].map((file) => measureChunk(dist, file)));
  await writeFile(join(dist, SIZES_FILE), formatTable(chunks, pages));
  await Promise.all(globSync('assets/*.map', { cwd: dist }).map((file) => rm(join(dist, file))));
}

/**
 * Measures a chunk and what each group of modules adds to it. Compression shares text between modules, so a group's
 * size is its size when compressed alone, scaled so that all groups add up to the chunk.
 */
async function measureChunk(dist: string, file: string): Promise<Chunk> {
  const code = await readFile(join(dist, file), 'utf8');
  const texts = await splitByGroup(code, join(dist, file));
  const alone = await Promise.all(
    [...texts].map(async ([name, text]) => [name, await quickSize(text)] as const),
  );
  // Without a compressed file, the server compresses it.
  const built = await stat(join(dist, `${file}.br`)).catch(() => undefined);
  const size = built?.size ?? (await quickSize(code));
  const scale = size / sum(alone.map(([, size]) => size));
  const groups = alone.map(([name, size]) => ({ name, size: size * scale }));
  return { file, size, groups: groups.sort((a, b) => b.size - a.size) };
}

/** Returns the minified code of each group of modules. */
async function splitByGroup(code: string, path: string): Promise<Map<string, string>> {
  // Without a map, it is the bundler's own code.
  if (!existsSync(`${path}.map`)) return new Map([[BUNDLER, code]]);
  const { sources, mappings } = JSON.parse(await readFile(`${path}.map`, 'utf8')) as {
    sources: string[];
    mappings: string;
  };
  const groups = sources.map((source) => groupOf(relative(ROOT, resolve(dirname(path), source))));
  const texts = new Map<string, string>();
  const lines = code.split('\n');
  for (const [lineIndex, segments] of decode(mappings).entries()) {
    const line = lines[lineIndex] ?? '';
    // The bundler added what precedes the first segment.
    for (const [index, [column, source = -1]] of [[0] as const, ...segments].entries()) {
      const name = groups[source] ?? BUNDLER;
      const end = segments[index]?.[0] ?? line.length;
      texts.set(name, (texts.get(name) ?? '') + line.slice(column, end));
    }
  }
  return texts;
}

/** Returns the package or the folder of a source file. Texts for users are a separate group. */
function groupOf(source: string) {
  const [, inPackage] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(source) ?? [];
  if (inPackage) return inPackage;
  if (basename(source) === 'messages.ts') return 'messages';
  if (/^(client|shared|features)\//.test(source)) return dirname(source);
  return source === 'app.config.ts' ? source : BUNDLER;
}

async function quickSize(text: string) {
  return (await promisify(brotliCompress)(text, QUICK)).length;
}

function formatTable(chunks: Chunk[], pages: PageScripts[]): string {
  const loadedBy = (file: string) =>
    pages.map(({ atOnce, onInteraction }) => {
      if (atOnce.includes(file)) return '●';
      return onInteraction.includes(file) ? '○' : '';
    });
  const total = (files: (page: PageScripts) => string[]) =>
    pages.map((page) => {
      const loaded = chunks.filter(({ file }) => files(page).includes(file));
      return inKb(sum(loaded.map(({ size }) => size)));
    });
  const rows = [
    ['KB', 'brotli', ...pages.map(({ path }) => path)],
    ...chunks
      .sort((a, b) => b.size - a.size)
      .flatMap(({ file, size, groups }) => [
        [basename(file), inKb(size), ...loadedBy(file)],
        ...groups.map(({ name, size }) => [`  ${name}`, inKb(size)]),
      ]),
    ['● at once', '', ...total(({ atOnce }) => atOnce)],
    ['● and ○ with the first interaction', '', ...total(filesOf)],
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0);
  return `${rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')}\n`;
}

const filesOf = ({ atOnce, onInteraction }: PageScripts) => [...atOnce, ...onInteraction];

const inKb = (bytes: number) => (bytes / 1024).toFixed(1);

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
