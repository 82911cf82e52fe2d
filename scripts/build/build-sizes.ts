import { existsSync, globSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';

/** The scripts of a page: the ones that it loads at once, and the ones that follow at the first interaction. */
export type PageScripts = { path: string; atOnce: string[]; onInteraction: string[] };

/** In the output folder. Dot files are not served. */
export const SIZES_FILE = '.sizes.txt';

type Size = { brotli: number; gzip: number };
type Chunk = Size & { file: string; groups: (Size & { name: string })[] };

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
  const files = new Set(
    pages.flatMap(({ atOnce, onInteraction }) => [...atOnce, ...onInteraction]),
  );
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
    [...texts].map(async ([name, text]) => ({ name, ...(await quickSize(text)) })),
  );
  const whole = { ...(await quickSize(code)), ...(await builtSize(`${join(dist, file)}.br`)) };
  const scale = (kind: keyof Size) => whole[kind] / sum(alone.map((group) => group[kind]));
  return {
    file,
    ...whole,
    groups: alone
      .map(({ name, brotli, gzip }) => ({
        name,
        brotli: brotli * scale('brotli'),
        gzip: gzip * scale('gzip'),
      }))
      .sort((a, b) => b.brotli - a.brotli),
  };
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

async function quickSize(text: string): Promise<Size> {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, QUICK),
    promisify(gzip)(text, { level: 9 }),
  ]);
  return { brotli: brotli.length, gzip: gzipped.length };
}

/** Returns the size of a file that the build compressed, or false if the server compresses it. */
async function builtSize(path: string) {
  return existsSync(path) && { brotli: (await stat(path)).size };
}

function formatTable(chunks: Chunk[], pages: PageScripts[]): string {
  const loadedBy = (file: string) =>
    pages.map(({ atOnce, onInteraction }) => {
      if (atOnce.includes(file)) return '●';
      return onInteraction.includes(file) ? '○' : '';
    });
  const total = (files: (page: PageScripts) => string[], kind: keyof Size) =>
    pages.map((page) => {
      const sizes = chunks.filter(({ file }) => files(page).includes(file));
      return inKb(sum(sizes.map((size) => size[kind])));
    });
  const all = ({ atOnce, onInteraction }: PageScripts) => [...atOnce, ...onInteraction];
  const rows = [
    ['KB', 'brotli', 'gzip', ...pages.map(({ path }) => path)],
    ...chunks
      .sort((a, b) => b.brotli - a.brotli)
      .flatMap(({ file, groups, ...size }) => [
        [basename(file), inKb(size.brotli), inKb(size.gzip), ...loadedBy(file)],
        ...groups.map(({ name, ...part }) => [`  ${name}`, inKb(part.brotli), inKb(part.gzip)]),
      ]),
    ['● at once, brotli', '', '', ...total(({ atOnce }) => atOnce, 'brotli')],
    ['● at once, gzip', '', '', ...total(({ atOnce }) => atOnce, 'gzip')],
    ['● and ○ with the first interaction, brotli', '', '', ...total(all, 'brotli')],
    ['● and ○ with the first interaction, gzip', '', '', ...total(all, 'gzip')],
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0);
  return `${rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')}\n`;
}

const inKb = (bytes: number) => (bytes / 1024).toFixed(1);

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
